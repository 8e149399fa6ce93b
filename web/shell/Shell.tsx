import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Icon } from '../../card/Icon.tsx'
import type { User } from '../../schema/user.ts'
import { useUser } from '../data/session.ts'
import { Button } from '../ui/Button.tsx'
import { later, soon } from '../ui/later.tsx'
import { Note } from '../ui/Notes.tsx'
import { Brand, Loading } from './Brand.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { initial } from './Nav.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useSidebar } from './useSidebar.ts'
import { useSignOut } from './useSignOut.ts'

const Drawer = soon(async () => (await import('./Drawer.tsx')).Drawer)

const Due = later(async () => (await import('./Due.tsx')).Due)

/** What every signed-in page stands in; nothing is around it while nobody is known to be signed in. */
export function Shell() {
  const { user } = useUser()
  if (user) return <Frame user={user} />
  return (
    <main className="main" id="main">
      <Page />
    </main>
  )
}

function Page() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  )
}

function Frame({ user }: { user: User }) {
  const { onPhone, collapsed, toggle, open, setOpen } = useSidebar()
  const { start: signOut, failure } = useSignOut()
  return (
    <div className="shell" data-collapsed={collapsed || undefined}>
      {onPhone ? (
        <TopBar user={user} open={open} onMenu={() => setOpen(true)} />
      ) : (
        <Sidebar user={user} collapsed={collapsed} onToggle={toggle} onSignOut={signOut} />
      )}
      <Suspense fallback={null}>
        {open && (
          <Drawer
            user={user}
            onClose={() => setOpen(false)}
            onSignOut={() => {
              // A failure is told in the page, which the drawer would hide.
              setOpen(false)
              signOut()
            }}
          />
        )}
      </Suspense>
      <main className="main" id="main">
        {failure && (
          <Note kind="bad" title="Logout failed" pinned>
            {failure}
          </Note>
        )}
        <Suspense fallback={null}>
          {(user.factorDue || user.mustChangePassword || !user.emailVerified) && (
            <Due user={user} />
          )}
        </Suspense>
        <Page />
      </main>
    </div>
  )
}

function TopBar({ user, open, onMenu }: { user: User; open: boolean; onMenu: () => void }) {
  return (
    <header className="top-bar">
      <Button
        kind="ghost"
        label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={onMenu}
      >
        <Icon name="menu" />
      </Button>
      <Brand />
      <span className="avatar" aria-hidden="true">
        {initial(user.fullName ?? user.username)}
      </span>
    </header>
  )
}
