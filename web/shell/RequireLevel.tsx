import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { pocketPath } from '../../schema/screens.ts'
import { useUser } from '../accounts/data/session.ts'
import { findPocketCopy } from '../cards/pocket/data.ts'
import { t } from '../messages/t.ts'
import { LinkButton } from '../ui/Button.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { Loading } from './Brand.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import { signInPath } from './next-path.ts'

const AccessDenied = lazyWithPreload(() => import('./AccessDenied.tsx'), 'AccessDenied')

/** Route guard: child routes require this access level or above. */
export function RequireLevel({
  level,
  offline = false,
}: {
  level: number
  /** Whether the page works offline, before the user is known. */
  offline?: boolean
}) {
  const { user, error, revalidate } = useUser()
  const location = useLocation()
  if (user === null) return <Navigate to={signInPath(location)} replace />
  if (!user && offline) return <Outlet />
  if (!user && error) return <UserLoadError error={error} onRetry={() => void revalidate()} />
  if (!user) return <Loading />
  return user.accessLevel < level ? (
    <AccessDenied level={level} own={user.accessLevel} />
  ) : (
    <Outlet />
  )
}

function UserLoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="page centered">
      <ErrorPanel title={t('Your account could not be loaded')} error={error} onRetry={onRetry} />
      {findPocketCopy() && (
        <LinkButton to={pocketPath('mine')} kind="primary">
          {t('Show my card')}
        </LinkButton>
      )}
    </div>
  )
}
