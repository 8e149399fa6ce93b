import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { pocketPath } from '../../schema/screens.ts'
import { findPocketCopy } from '../data/pocket-copies.ts'
import { useUser } from '../data/session.ts'
import { t } from '../messages/t.ts'
import { LinkButton } from '../ui/Button.tsx'
import { Loading } from './Brand.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import { signInPath } from './next-path.ts'
import { PageHeader } from './PageHeader.tsx'

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

function AccessDenied({ level, own }: { level: number; own: number }) {
  return (
    <div className="page centered">
      <PageHeader
        title={t('Access Denied')}
        text={t("You don't have the required access level to view this page.")}
      />
      {level === 4 && (
        <p>{t('This page requires admin privileges. Please contact your administrator.')}</p>
      )}
      {level > 4 && (
        <p>
          {t(
            'Only System Admins, who have access level {level}, can open this page. Yours is {own}.',
            {
              level,
              own,
            },
          )}
        </p>
      )}
      <LinkButton to="/" kind="primary" reloadDocument>
        {t('Return to Home')}
      </LinkButton>
    </div>
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
