import { Navigate, useLocation } from 'react-router-dom'
import { screens } from '../../schema/screens.ts'
import type { User } from '../../schema/users/user.ts'
import { resendVerification } from '../accounts/data/account.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { Button, Link } from '../ui/Button.tsx'
import { Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { useSubmit } from './useSubmit.ts'

const { path } = screens.account
const security = `${path}?tab=security`

/** Notices of what a signed-in user must do for the account. */
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
    <Note kind="warn" title={t('Set up two-step verification')}>
      {t('Administrators must use two-step verification. Turn it on here to open other pages.')}
    </Note>
  )
}

function UnverifiedEmailNotice({ email }: { email: string }) {
  const { attempt, busy, failure } = useSubmit(t('Failed to send link'))
  const send = () =>
    void attempt(async () => {
      toast(t('Link sent'), await resendVerification())
    })
  return (
    <Note kind="warn" title={t('Confirm your email address')}>
      <Trans
        id="We sent a link to <bdi>{email}</bdi>. Until you open it, we can't send you password reset links or email about your cards."
        values={{ email }}
      />
      <span className="due-actions">
        <Button size="small" busy={busy && t('Sending...')} onClick={send}>
          {t('Send again')}
        </Button>
        <Link className="text-link" to={path}>
          {t('Change email')}
        </Link>
      </span>
      {failure && <span className="field-error">{failure}</span>}
    </Note>
  )
}

function TemporaryPasswordNotice() {
  return (
    <Note kind="warn" title={t('Choose your own password')}>
      <Trans
        id="An administrator set your password. <link>Change it in your account</link>"
        components={{ link: <Link className="text-link" to={security} /> }}
      />
    </Note>
  )
}
