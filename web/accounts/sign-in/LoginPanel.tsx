import { useFormContext } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { Icon } from '../../../card/icons/Icon.tsx'
import { Login } from '../../../schema/users/user.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t } from '../../messages/t.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useInstallGuideOnFirstVisit } from '../../shell/pwa/install-guide.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, PasswordField } from '../../ui/Form.tsx'
import { FailureNote, Note } from '../../ui/Notes.tsx'
import { signIn } from '../data/sign-in.ts'
import { welcomeToast } from './welcome-toast.ts'

export type Notice = { kind: 'ok' | 'warn'; text: string }

export function LoginPanel({
  notice,
  username,
  onForgotten,
  onCode,
  onRegister,
}: {
  /** Why the panel is shown: a success, or what there is to do. */
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
              autoCapitalize="none"
              spellCheck={false}
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

/** Sign-in with a passkey. Its script is loaded on the click. */
function PasskeySignIn() {
  const { attempt, busy, failure } = useSubmit(t('Login failed'))
  // Passkeys require https.
  if (!('PublicKeyCredential' in window)) return null
  const signIn = () =>
    void attempt(async () => {
      const { signInWithPasskey } = await import('../data/passkeys.ts')
      welcomeToast(await signInWithPasskey())
    })
  return (
    <>
      <FailureNote title={t('Login failed')} message={failure} />
      <Button size="large" busy={busy && t('Signing in...')} onClick={signIn}>
        <Icon name="key" size={18} />
        {t('Sign in with a passkey')}
      </Button>
    </>
  )
}
