import { Suspense } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import type { User } from '../../schema/user.ts'
import { signOut, useUser } from '../data/session.ts'
import { Button } from '../ui/Button.tsx'
import { lazyWithPreload, lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { Brand, Loading } from './Brand.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { initial } from './Nav.tsx'
import { Sidebar, useSidebar } from './Sidebar.tsx'
import { useSubmit } from './useSubmit.ts'

const Drawer = lazyWithTimedPreload(async () => (await import('./Drawer.tsx')).Drawer)

const Due = lazyWithPreload(async () => (await import('./AccountNotices.tsx')).AccountNotices)

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

/** Signing out, and the sentence of an attempt that failed. */
export function useSignOut() {
  const navigate = useNavigate()
  const { attempt, failure } = useSubmit('Logout failed')
  const start = () =>
    void attempt(async () => {
      await signOut()
      toast('Logged out', "You've been successfully logged out.")
      // The guard has gone to the sign-in page with the way back; whoever left on purpose wants none.
      await navigate('/auth', { replace: true })
    })
  return { start, failure }
}
