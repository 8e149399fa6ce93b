import { Navigate, useLocation } from 'react-router-dom'
import { screens } from '../../schema/screens.ts'
import type { User } from '../../schema/user.ts'
import { resendVerification } from '../data/account.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { useSubmit } from './useSubmit.ts'

const { path } = screens.account
const security = `${path}?tab=security`

/** Notices about required account actions for a signed-in user. */
export function AccountNotices({ user }: { user: User }) {
  const { factorDue, mustChangePassword, emailVerified, email } = user
  return (
    <>
      {factorDue && <SecondFactorRequired />}
      {mustChangePassword && <TemporaryPasswordNotice />}
      {!emailVerified && <UnverifiedEmailNotice email={email} />}
    </>
  )
}

// No other page opens until the second factor is set up.
function SecondFactorRequired() {
  const { pathname, search } = useLocation()
  if (pathname !== path || !search.includes('tab=')) return <Navigate to={security} replace />
  return (
    <Note kind="warn" title="Set up two-step verification">
      Administrators must use two-step verification. Turn it on here to open other pages.
    </Note>
  )
}

function UnverifiedEmailNotice({ email }: { email: string }) {
  const { attempt, busy } = useSubmit('Failed to send link')
  const send = () =>
    void attempt(async () => {
      toast('Link sent', await resendVerification())
    })
  return (
    <Note kind="warn" title="Confirm your email address">
      We sent a link to <bdi>{email}</bdi>. Until you open it, we can't send you password reset
      links or email about your cards.
      <span className="due-actions">
        <Button size="small" busy={busy && 'Sending...'} onClick={send}>
          Send again
        </Button>
        <Link className="text-link" to={path}>
          Change email
        </Link>
      </span>
    </Note>
  )
}

function TemporaryPasswordNotice() {
  return (
    <Note kind="warn" title="Choose your own password">
      An administrator set your password.{' '}
      <Link className="text-link" to={security}>
        Change it in your account
      </Link>
    </Note>
  )
}
