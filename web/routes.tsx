import { matchPath, Outlet, type RouteObject } from 'react-router-dom'
import { type ScreenName, screens } from '../schema/screens.ts'
import { withMessages } from './messages/load.ts'
import { NotFoundPage } from './shell/ErrorPages.tsx'
import { editorPath, ShareTabContext } from './shell/editor-routes.ts'
import { RequireLevel } from './shell/RequireLevel.tsx'
import { Root } from './shell/Root.tsx'
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
  auth: lazyPage(
    () => withMessages('sign-in', () => import('./accounts/sign-in/AuthPage.tsx')),
    'AuthPage',
  ),
  dashboard: lazyPage(
    () => withMessages('dashboard', () => import('./cards/dashboard/DashboardPage.tsx')),
    'DashboardPage',
  ),
  editor: lazyPage(
    () => withMessages('editor', () => import('./cards/editor/EditorRedirect.tsx')),
    'EditorRedirect',
  ),
  advancedEditor: lazyPage(
    () => withMessages('editor', () => import('./cards/editor/AdvancedEditorPage.tsx')),
    'AdvancedEditorPage',
  ),
  quickEditor: lazyPage(
    () => withMessages('editor', () => import('./cards/editor/QuickEditorPage.tsx')),
    'QuickEditorPage',
  ),
  analytics: lazyPage(
    () => withMessages('analytics', () => import('./analytics/AnalyticsPage.tsx')),
    'AnalyticsPage',
  ),
  share: lazyPage(
    () => withMessages('share-points', () => import('./share-points/SharePage.tsx')),
    'SharePage',
  ),
  inbox: lazyPage(() => withMessages('inbox', () => import('./inbox/InboxPage.tsx')), 'InboxPage'),
  events: lazyPage(
    () => withMessages('boards', () => import('./boards/EventsPage.tsx')),
    'EventsPage',
  ),
  event: lazyPage(
    () => withMessages('boards', () => import('./boards/EventPage.tsx')),
    'EventPage',
  ),
  account: lazyPage(
    () => withMessages('accounts', () => import('./accounts/AccountPage.tsx')),
    'AccountPage',
  ),
  templates: lazyPage(
    () => withMessages('templates', () => import('./templates/TemplatesPage.tsx')),
    'TemplatesPage',
  ),
  template: lazyPage(
    () => withMessages('templates', () => import('./templates/TemplatePage.tsx')),
    'TemplatePage',
  ),
  users: lazyPage(() => withMessages('users', () => import('./users/UsersPage.tsx')), 'UsersPage'),
  status: lazyPage(
    () => withMessages('operations', () => import('./operations/StatusPage.tsx')),
    'StatusPage',
  ),
  guide: lazyPage(() => withMessages('guide', () => import('./guide/GuidePage.tsx')), 'GuidePage'),
  definitions: lazyPage(
    () => withMessages('definitions', () => import('./analytics/definitions/DefinitionsPage.tsx')),
    'DefinitionsPage',
  ),
  pocket: lazyPage(
    () => withMessages('pocket', () => import('./cards/pocket/PocketPage.tsx')),
    'PocketPage',
  ),
  pwaSettings: lazyPage(() => withMessages('pwa', () => import('./pwa/PwaPage.tsx')), 'PwaPage'),
  shared: lazyPage(
    () => withMessages('analytics', () => import('./analytics/shared/SharedPage.tsx')),
    'SharedPage',
  ),
  sharedEvent: lazyPage(
    () => withMessages('boards', () => import('./boards/SharedEventPage.tsx')),
    'SharedEventPage',
  ),
  accountAnalytics: lazyPage(
    () => withMessages('analytics', () => import('./analytics/account/AccountAnalyticsPage.tsx')),
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
  () => withMessages('share-points', () => import('./share-points/SharePage.tsx')),
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
