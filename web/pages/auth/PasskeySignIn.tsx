import { Icon } from '../../../card/Icon.tsx'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'

/** The other way in. What it needs is fetched on the press. */
export function PasskeySignIn() {
  const { attempt, busy, failure } = useAttempt('Login failed')
  // Browsers have none over plain http.
  if (!('PublicKeyCredential' in window)) return null
  const signIn = () =>
    void attempt(async () => {
      const { signInWithPasskey } = await import('../../data/passkeys.ts')
      const user = await signInWithPasskey()
      toast('Login successful', `Welcome back, ${user.fullName ?? user.username}!`)
    })
  return (
    <>
      {failure && (
        <Note kind="bad" title="Login failed">
          {failure}
        </Note>
      )}
      <Button size="large" busy={busy && 'Signing in...'} onClick={signIn}>
        <Icon name="key" size={18} />
        Sign in with a passkey
      </Button>
    </>
  )
}
