import { useSearchParams } from 'react-router-dom'
import { defaultTheme, Theme, themeName } from '../../../schema/cards/theme.ts'
import { Registration } from '../../../schema/users/user.ts'
import { isCommonPassword, RequestError } from '../../api.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t, translated } from '../../messages/t.ts'
import { startFirstSteps } from '../../shell/first-steps.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, PasswordField } from '../../ui/Form.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { register } from '../data/sign-in.ts'

/** Creates an account and its first card, with the theme selected earlier, if any. */
export function RegisterPanel({
  entered,
  onLogin,
}: {
  /** What was typed as the username at sign-in. */
  entered: { username?: string; email?: string }
  onLogin: () => void
}) {
  const [search] = useSearchParams()
  const theme = Theme.safeParse(search.get('theme')).data
  const { attempt, failure } = useSubmit(t('Registration failed'), t('Could not create account'))
  const submit = (registration: Registration, setFieldError: SetFieldError) =>
    attempt(async () => {
      const { id } = await register(registration).catch((error) => {
        if (error instanceof RequestError && (error.status === 409 || error.code === 'username'))
          setFieldError('username', error.serverMessage)
        if (isCommonPassword(error)) setFieldError('password', error.serverMessage)
        throw error
      })
      startFirstSteps(id)
      toast(t('Registration successful'), t('Your account has been created.'))
    })
  return (
    <>
      <PageHeader
        title={t('Create account')}
        text={
          theme
            ? t("We'll create your first card with the {theme} theme.", {
                theme: translated(themeName(theme)),
              })
            : t("We'll create your first card too.")
        }
      />
      <FailureNote title={t('Registration failed')} message={failure} />
      <Form
        schema={Registration}
        defaultValues={{ ...emptyValues, ...entered, theme: theme ?? defaultTheme }}
        onSubmit={submit}
      >
        {(busy) => (
          <>
            <Fields />
            <Button
              type="submit"
              kind="primary"
              size="large"
              busy={busy && t('Creating account...')}
            >
              {t('Create account')}
            </Button>
          </>
        )}
      </Form>
      <p className="auth-other">
        <Trans
          id="Already have an account? <button>Back to login</button>"
          components={{
            button: <button type="button" className="text-button" onClick={onLogin} />,
          }}
        />
      </p>
    </>
  )
}

type SetFieldError = (field: 'username' | 'password', message: string) => void

const emptyValues = { username: '', fullName: '', email: '', phone: '', password: '' }

function Fields() {
  return (
    <>
      <Field
        name="username"
        label={t('Username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <Field name="fullName" label={t('Full name')} autoComplete="name" />
      <Field
        name="email"
        label={t('Email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <Field name="phone" label={t('Phone')} optional type="tel" autoComplete="tel" />
      <PasswordField
        name="password"
        label={t('Password')}
        hint={t('At least 6 characters')}
        autoComplete="new-password"
      />
    </>
  )
}
