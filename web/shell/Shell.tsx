import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import type { User } from '../../schema/users/user.ts'
import { signOut, useUser } from '../accounts/data/session.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { lazyWithPreload, lazyWithTimedPreload, preloadLater } from '../ui/lazyWithPreload.tsx'
import { Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { Brand, Loading } from './Brand.tsx'
import { ErrorBoundary } from './ErrorPages.tsx'
import { isEditorPath } from './editor-routes.ts'
import { initial, Nav, SignedInUser } from './Nav.tsx'
import { InstallButton } from './pwa/InstallGuide.tsx'
import { useLocalStorage } from './useLocalStorage.ts'
import { narrowQuery, phoneQuery, useMediaQuery } from './useMediaQuery.ts'
import { useSubmit } from './useSubmit.ts'

const Drawer = lazyWithTimedPreload(() => import('./Drawer.tsx'), 'Drawer')

// Ahead of a change of the email address, which would otherwise hide the page while it loads.
const AccountNotices = preloadLater(
  lazyWithPreload(() => import('./AccountNotices.tsx'), 'AccountNotices'),
)

/** Layout of signed-in pages; without a known user, renders the page alone. */
export function Shell() {
  const { user } = useUser()
  if (user) return <Frame user={user} />
  return (
    <main className="main" id="main">
      <Page />
    </main>
  )
}

// Both appear together: notices that come later would move what is being pressed.
function Page({ notices }: { notices?: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Loading />}>
        {notices}
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  )
}

function Frame({ user }: { user: User }) {
  const { onPhone, collapsed, toggle, open, setOpen } = useSidebar()
  const { start: signOut, failure } = useSignOut(user.id)
  const isEditor = isEditorPath(useLocation().pathname)
  return (
    <div className="shell" data-collapsed={collapsed || undefined}>
      {onPhone ? (
        // The editors have a bar of their own.
        !isEditor && <TopBar user={user} open={open} onMenu={() => setOpen(true)} />
      ) : (
        <Sidebar user={user} collapsed={collapsed} onToggle={toggle} onSignOut={signOut} />
      )}
      {open && (
        <Drawer
          user={user}
          onClose={() => setOpen(false)}
          onSignOut={() => {
            // The page shows a failure, which the drawer would cover.
            setOpen(false)
            signOut()
          }}
        />
      )}
      <main className="main" id="main">
        {failure && (
          <Note kind="bad" title={t('Logout failed')} pinned>
            {failure}
          </Note>
        )}
        <Page
          notices={
            // The other notices wait until the editor is left.
            (user.factorDue || (!isEditor && (user.mustChangePassword || !user.emailVerified))) && (
              <AccountNotices user={user} />
            )
          }
        />
      </main>
    </div>
  )
}

function TopBar({ user, open, onMenu }: { user: User; open: boolean; onMenu: () => void }) {
  return (
    <header className="top-bar">
      <Button
        kind="ghost"
        label={t('Open menu')}
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

/** Returns a function to sign out, and the message of a failed attempt. */
function useSignOut(userId: number) {
  const navigate = useNavigate()
  const { attempt, failure } = useSubmit(t('Logout failed'))
  const start = () =>
    void attempt(async () => {
      const { confirmSignOut } = await import('./UnsentLeads.tsx')
      if (!(await confirmSignOut(userId))) return
      await signOut()
      toast(t('Logged out'), t("You've been successfully logged out."))
      // The route guard has redirected to the sign-in page with a return path; after signing out on
      // purpose there is none.
      await navigate('/auth', { replace: true })
    })
  return { start, failure }
}

/** The left sidebar from 768 px: 256 px wide, or 64 px when collapsed. */
function Sidebar({
  user,
  collapsed,
  onToggle,
  onSignOut,
}: {
  user: User
  collapsed: boolean
  /** Absent when the window's width determines the state. */
  onToggle: (() => void) | undefined
  onSignOut: () => void
}) {
  const label = collapsed ? t('Expand sidebar') : t('Collapse sidebar')
  return (
    <aside className="sidebar" aria-label={t('Sidebar')}>
      <div className="sidebar-head">
        <Brand />
        {onToggle && (
          <Button
            kind="ghost"
            size="small"
            label={label}
            data-tooltip-side="right"
            aria-expanded={!collapsed}
            onClick={onToggle}
            icon="panel"
          />
        )}
      </div>
      <Nav user={user} collapsed={collapsed} />
      <InstallButton collapsed={collapsed} />
      <SignedInUser user={user} collapsed={collapsed} onSignOut={onSignOut} />
    </aside>
  )
}

/** State of the navigation: collapsed or not where the user can choose, and the drawer on phones. */
function useSidebar() {
  const onPhone = useMediaQuery(phoneQuery)
  const isNarrow = useMediaQuery(narrowQuery)
  const [stored, store] = useLocalStorage('sidebarCollapsed')
  const collapsed = isNarrow || stored === 'true'
  const { key } = useLocation()
  // The page on which the drawer was opened; navigation closes it.
  const [openedOn, setOpenedOn] = useState<string>()
  const open = onPhone && openedOn === key
  const setOpen = (wanted: boolean) => setOpenedOn(wanted ? key : undefined)
  const toggle = () => {
    if (onPhone) setOpen(!open)
    else if (!isNarrow) store(String(!collapsed))
  }
  useShortcut(toggle)
  return { onPhone, collapsed, toggle: isNarrow ? undefined : toggle, open, setOpen }
}

/** Ctrl+B, or Cmd+B on a Mac. */
function useShortcut(toggle: () => void) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
    if (event.altKey || event.shiftKey) return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
