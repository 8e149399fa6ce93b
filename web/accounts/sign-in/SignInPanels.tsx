import { useFormContext } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { defaultTheme, Theme, themeName } from '../../../schema/cards/theme.ts'
import { Login, Registration, type User } from '../../../schema/users/user.ts'
import { isCommonPassword, RequestError } from '../../api.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t, translated } from '../../messages/t.ts'
import { startFirstSteps } from '../../shell/first-steps.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useInstallGuideOnFirstVisit } from '../../shell/pwa/InstallGuide.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, NewPasswordField, PasswordField, verbatim } from '../../ui/Form.tsx'
import { FailureNote, Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { register, signIn } from '../data/sign-in.ts'

export type Notice = { kind: 'ok' | 'warn'; text: string }

export function LoginPanel({
  notice,
  username,
  onForgotten,
  onCode,
  onRegister,
}: {
  /** What just succeeded, or what to do. */
  notice: Notice | undefined
  /** What was typed before another panel was opened. */
  username: string
  /** This and `onRegister` receive the username typed so far. */
  onForgotten: (username: string) => void
  /** Called after a correct password, with the token to send with the code. */
  onCode: (token: string) => void
  /** Absent while registration is closed. */
  onRegister: ((username: string) => void) | undefined
}) {
  const [search] = useSearchParams()
  useInstallGuideOnFirstVisit(!notice && !search.has('next'))
  const { attempt, failure } = useSubmit(t('Login failed'), t('Invalid username or password'))
  const submit = (login: Login) =>
    attempt(async () => {
      const user = await signIn(login)
      if ('token' in user) return onCode(user.token)
      welcomeToast(user)
    })
  return (
    <>
      <PageHeader title={t('Sign in')} text={t('Manage your digital business cards')} />
      <FailureNote title={t('Login failed')} message={failure} />
      {notice && !failure && <Note kind={notice.kind}>{notice.text}</Note>}
      <Form schema={Login} defaultValues={{ username, password: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <Field
              name="username"
              label={t('Username')}
              hint={t('Or your email address')}
              autoComplete="username"
              {...verbatim}
            />
            <PasswordField name="password" label={t('Password')} autoComplete="current-password" />
            <Button type="submit" kind="primary" size="large" busy={busy && t('Signing in...')}>
              {t('Sign in')}
            </Button>
            <PasskeySignIn />
            <ForgotPassword onForgotten={onForgotten} />
            {onRegister && <NewHere onRegister={onRegister} />}
          </>
        )}
      </Form>
    </>
  )
}

function ForgotPassword({ onForgotten }: { onForgotten: (username: string) => void }) {
  const { getValues } = useFormContext<Login>()
  return (
    <button
      type="button"
      className="text-button"
      onClick={() => onForgotten(getValues('username'))}
    >
      {t('Forgot password')}
    </button>
  )
}

function NewHere({ onRegister }: { onRegister: (username: string) => void }) {
  const { getValues } = useFormContext<Login>()
  const register = () => onRegister(getValues('username'))
  return (
    <p className="auth-other">
      <Trans
        id="New here? <button>Create account</button>"
        components={{
          button: <button type="button" className="text-button" onClick={register} />,
        }}
      />
    </p>
  )
}

/** Signs in with a passkey. Its script is loaded on the click. */
function PasskeySignIn() {
  const { attempt, busy, failure } = useSubmit(t('Login failed'))
  // Passkeys require https.
  if (!('PublicKeyCredential' in window)) return null
  const signIn = () =>
    void attempt(async () => {
      const { signInWithPasskey } = await import('../data/sign-in-methods.ts')
      welcomeToast(await signInWithPasskey())
    })
  return (
    <>
      <FailureNote title={t('Login failed')} message={failure} />
      <Button size="large" busy={busy && t('Signing in...')} onClick={signIn} icon="key">
        {t('Sign in with a passkey')}
      </Button>
    </>
  )
}

/** Welcomes the user after signing in with a password, a passkey or a code. */
export function welcomeToast({ fullName, username }: User): void {
  toast(t('Login successful'), t('Welcome back, {fullName}!', { fullName: fullName ?? username }))
}

type RegisterProps = {
  /** What was typed as the username at sign-in. */
  entered: { username?: string; email?: string }
  onLogin: () => void
}

type SetFieldError = (field: 'username' | 'password', message: string) => void

const emptyValues = { username: '', fullName: '', email: '', phone: '', password: '' }

/** Creates an account and its first card, with the theme selected earlier, if any. */
export function RegisterPanel({ entered, onLogin }: RegisterProps) {
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
            <AccountFields />
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
      <HaveAccount onLogin={onLogin} />
    </>
  )
}

function AccountFields() {
  return (
    <>
      <Field
        name="username"
        label={t('Username')}
        autoComplete="username"
        {...verbatim}
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
      <NewPasswordField name="password" label={t('Password')} />
    </>
  )
}

function HaveAccount({ onLogin }: { onLogin: () => void }) {
  return (
    <p className="auth-other">
      <Trans
        id="Already have an account? <button>Back to login</button>"
        components={{
          button: <button type="button" className="text-button" onClick={onLogin} />,
        }}
      />
    </p>
  )
}
