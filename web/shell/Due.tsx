import { Navigate, useLocation } from 'react-router-dom'
import { screens } from '../../schema/screens.ts'
import type { User } from '../../schema/user.ts'
import { Link } from '../ui/Link.tsx'
import { Note } from '../ui/Notes.tsx'

const { path } = screens.account
const security = `${path}?tab=security`

/** What somebody signed in has to do about their account. */
export function Due({ user: { factorDue, mustChangePassword } }: { user: User }) {
  return (
    <>
      {factorDue && <FactorDue />}
      {mustChangePassword && <PasswordBanner />}
    </>
  )
}

// Nothing else opens before it is set up.
function FactorDue() {
  const { pathname, search } = useLocation()
  if (pathname !== path || !search.includes('tab=')) return <Navigate to={security} replace />
  return (
    <Note kind="warn" title="Set up a second factor">
      Administrators need one here. Everything else opens once it is on, under Security.
    </Note>
  )
}

function PasswordBanner() {
  return (
    <Note kind="warn" title="Choose a password of your own">
      An administrator set your password.{' '}
      <Link className="text-link" to={security}>
        Change it in your account
      </Link>
    </Note>
  )
}
