import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { screens } from '../../schema/screens.ts'
import type { User } from '../../schema/users/user.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { Button, Link, LinkButton } from '../ui/Button.tsx'
import { Note } from '../ui/Notes.tsx'
import { EmailLine, useResend } from './EmailLine.tsx'
import { NoticeLine } from './NoticeLine.tsx'
import { emailNotice, useDismissed } from './useDismissed.ts'
import { readLocalStorage, writeLocalStorage } from './useLocalStorage.ts'

const { path } = screens.account
const security = `${path}?tab=security`

/** What a signed-in user must do for the account: one notice at a time, the most urgent first. */
export function AccountNotices({ user }: { user: User }) {
  const { pathname } = useLocation()
  if (user.factorDue) return <SecondFactorRequired />
  if (user.mustChangePassword) return <TemporaryPasswordNotice />
  // The dashboard has a line of its own for the next step.
  if (user.emailVerified || pathname === screens.dashboard.path) return null
  return <UnverifiedEmailNotice user={user} onAccount={pathname === path} />
}

// No other page opens until the second factor is set up.
function SecondFactorRequired() {
  const { pathname, search } = useLocation()
  if (pathname !== path || !search.includes('tab=')) return <Navigate to={security} replace />
  return (
    <Note kind="warn" title={t('Set up two-step verification')}>
      {t('Admins must use two-step verification. Turn it on here to open other pages.')}
    </Note>
  )
}

/** Full on the first page that shows it, then one line. The account page keeps it after it was dismissed. */
function UnverifiedEmailNotice({ user, onAccount }: { user: User; onAccount: boolean }) {
  const { email } = user
  const { dismissed, dismiss } = useDismissed(user)
  const key = `seenEmailNotice:${user.id}`
  const [isNew] = useState(() => readLocalStorage(key) !== email)
  useEffect(() => writeLocalStorage(key, email), [key, email])
  const notice = emailNotice(user)
  if (isNew) return <FullEmailNotice email={email} />
  if (onAccount) return <EmailLine email={email} />
  if (dismissed.includes(notice)) return null
  return <EmailLine email={email} onDismiss={() => dismiss(notice)} />
}

function FullEmailNotice({ email }: { email: string }) {
  const { send, busy, failure } = useResend()
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
    <NoticeLine icon="warn" title={t('Choose your own password')}>
      <LinkButton kind="ghost" size="small" to={security}>
        {t('Change it')}
      </LinkButton>
    </NoticeLine>
  )
}
