import { matchPath, Outlet, type RouteObject } from 'react-router-dom'
import { type ScreenName, screens } from '../schema/screens.ts'
import { withMessages } from './messages/load.ts'
import { editorPath } from './shell/editor-path.ts'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { RequireLevel } from './shell/RequireLevel.tsx'
import { Root } from './shell/Root.tsx'
import { ShareTabContext } from './shell/share-tab.ts'
import { lazyPage, type PreloadableComponent } from './ui/lazyWithPreload.tsx'

const shell = lazyPage(
  () => withMessages(shellMessages(), () => import('./shell/Shell.tsx')),
  'Shell',
)

/** The sign-in page leads to the dashboard, whose file has the messages of the shell, too. */
function shellMessages(): string {
  return ['/auth', '/dashboard'].includes(location.pathname) ? 'dashboard' : 'app'
}

/** The page component of each screen; the worker shares the paths and access levels. */
const pages: Record<ScreenName, PreloadableComponent> = {
  auth: lazyPage(() => withMessages('auth', () => import('./pages/auth/AuthPage.tsx')), 'AuthPage'),
  dashboard: lazyPage(
    () => withMessages('dashboard', () => import('./pages/dashboard/DashboardPage.tsx')),
    'DashboardPage',
  ),
  editor: lazyPage(
    () => withMessages('editor', () => import('./pages/editor/EditorRedirect.tsx')),
    'EditorRedirect',
  ),
  advancedEditor: lazyPage(
    () => withMessages('editor', () => import('./pages/editor/AdvancedEditorPage.tsx')),
    'AdvancedEditorPage',
  ),
  quickEditor: lazyPage(
    () => withMessages('editor', () => import('./pages/editor/QuickEditorPage.tsx')),
    'QuickEditorPage',
  ),
  analytics: lazyPage(
    () => withMessages('analytics', () => import('./pages/analytics/AnalyticsPage.tsx')),
    'AnalyticsPage',
  ),
  share: lazyPage(
    () => withMessages('share', () => import('./pages/share/SharePage.tsx')),
    'SharePage',
  ),
  inbox: lazyPage(
    () => withMessages('inbox', () => import('./pages/inbox/InboxPage.tsx')),
    'InboxPage',
  ),
  events: lazyPage(
    () => withMessages('events', () => import('./pages/events/EventsPage.tsx')),
    'EventsPage',
  ),
  event: lazyPage(
    () => withMessages('events', () => import('./pages/events/EventPage.tsx')),
    'EventPage',
  ),
  account: lazyPage(
    () => withMessages('account', () => import('./pages/account/AccountPage.tsx')),
    'AccountPage',
  ),
  templates: lazyPage(
    () => withMessages('templates', () => import('./pages/templates/TemplatesPage.tsx')),
    'TemplatesPage',
  ),
  template: lazyPage(
    () => withMessages('templates', () => import('./pages/templates/TemplatePage.tsx')),
    'TemplatePage',
  ),
  users: lazyPage(
    () => withMessages('users', () => import('./pages/users/UsersPage.tsx')),
    'UsersPage',
  ),
  status: lazyPage(
    () => withMessages('status', () => import('./pages/status/StatusPage.tsx')),
    'StatusPage',
  ),
  guide: lazyPage(
    () => withMessages('guide', () => import('./pages/guide/GuidePage.tsx')),
    'GuidePage',
  ),
  definitions: lazyPage(
    () => withMessages('definitions', () => import('./pages/definitions/DefinitionsPage.tsx')),
    'DefinitionsPage',
  ),
  pocket: lazyPage(
    () => withMessages('pocket', () => import('./pages/pocket/PocketPage.tsx')),
    'PocketPage',
  ),
  pwaSettings: lazyPage(
    () => withMessages('pwa', () => import('./pages/pwa/PwaPage.tsx')),
    'PwaPage',
  ),
  shared: lazyPage(
    () => withMessages('analytics', () => import('./pages/analytics/shared/SharedPage.tsx')),
    'SharedPage',
  ),
  sharedEvent: lazyPage(
    () => withMessages('events', () => import('./pages/events/SharedEventPage.tsx')),
    'SharedEventPage',
  ),
  accountAnalytics: lazyPage(
    () =>
      withMessages('analytics', () => import('./pages/analytics/account/AccountAnalyticsPage.tsx')),
    'AccountAnalyticsPage',
  ),
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    children: [
      route('auth'),
      route('shared'),
      route('sharedEvent'),
      route('pocket', true),
      {
        Component: shell,
        children: [
          route('dashboard'),
          route('editor'),
          { element: <WithShareTab />, children: [route('advancedEditor'), route('quickEditor')] },
          route('analytics'),
          route('inbox'),
          route('share'),
          route('events'),
          route('event'),
          route('account'),
          route('users'),
          route('templates'),
          route('template'),
          route('status'),
          route('guide'),
          route('definitions'),
          route('pwaSettings'),
          route('accountAnalytics'),
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]

const shareTab = lazyPage(
  () => withMessages('share', () => import('./pages/share/SharePage.tsx')),
  'ShareTab',
)

function WithShareTab() {
  return (
    <ShareTabContext value={shareTab}>
      <Outlet />
    </ShareTabContext>
  )
}

const standalonePages = ['auth', 'shared', 'sharedEvent', 'pocket']

/** Preloads the scripts of the page at this path and of its layout. */
export function preloadPage(pathname: string): void {
  for (const [name, page] of Object.entries(pages)) {
    const screen = Object.entries(screens).find(([key]) => key === name)
    if (!screen || !matchPath(screen[1].path, pathname)) continue
    for (const part of standalonePages.includes(name) ? [page] : [shell, page]) part.preload()
    if (name === 'editor') preloadPage(editorPath(pathname.split('/')[2]))
  }
}

function route(screen: ScreenName, offline = false): RouteObject {
  const { path, level } = screens[screen]
  const page = { path, Component: pages[screen] }
  if (level === 'public') return page
  return { element: <RequireLevel level={level} offline={offline} />, children: [page] }
}
