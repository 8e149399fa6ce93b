import { matchPath, Outlet, type RouteObject } from 'react-router-dom'
import { type ScreenName, screens } from '../schema/screens.ts'
import { editorPath } from './shell/editor-path.ts'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { RequireLevel } from './shell/RequireLevel.tsx'
import { Root } from './shell/Root.tsx'
import { ShareTabContext } from './shell/share-tab.ts'
import { lazyWithPreload, type PreloadableComponent } from './ui/lazyWithPreload.tsx'

const shell = lazyWithPreload(() => import('./shell/Shell.tsx'), 'Shell')

/** The page component of each screen; the worker shares the paths and access levels. */
const pages: Record<ScreenName, PreloadableComponent> = {
  auth: lazyWithPreload(() => import('./pages/auth/AuthPage.tsx'), 'AuthPage'),
  dashboard: lazyWithPreload(() => import('./pages/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  editor: lazyWithPreload(() => import('./pages/editor/EditorRedirect.tsx'), 'EditorRedirect'),
  advancedEditor: lazyWithPreload(
    () => import('./pages/editor/AdvancedEditorPage.tsx'),
    'AdvancedEditorPage',
  ),
  quickEditor: lazyWithPreload(
    () => import('./pages/editor/QuickEditorPage.tsx'),
    'QuickEditorPage',
  ),
  analytics: lazyWithPreload(() => import('./pages/analytics/AnalyticsPage.tsx'), 'AnalyticsPage'),
  share: lazyWithPreload(() => import('./pages/share/SharePage.tsx'), 'SharePage'),
  inbox: lazyWithPreload(() => import('./pages/inbox/InboxPage.tsx'), 'InboxPage'),
  events: lazyWithPreload(() => import('./pages/events/EventsPage.tsx'), 'EventsPage'),
  event: lazyWithPreload(() => import('./pages/events/EventPage.tsx'), 'EventPage'),
  account: lazyWithPreload(() => import('./pages/account/AccountPage.tsx'), 'AccountPage'),
  templates: lazyWithPreload(() => import('./pages/templates/TemplatesPage.tsx'), 'TemplatesPage'),
  template: lazyWithPreload(() => import('./pages/templates/TemplatePage.tsx'), 'TemplatePage'),
  users: lazyWithPreload(() => import('./pages/users/UsersPage.tsx'), 'UsersPage'),
  status: lazyWithPreload(() => import('./pages/status/StatusPage.tsx'), 'StatusPage'),
  guide: lazyWithPreload(() => import('./pages/guide/GuidePage.tsx'), 'GuidePage'),
  definitions: lazyWithPreload(
    () => import('./pages/definitions/DefinitionsPage.tsx'),
    'DefinitionsPage',
  ),
  pocket: lazyWithPreload(() => import('./pages/pocket/PocketPage.tsx'), 'PocketPage'),
  pwaSettings: lazyWithPreload(() => import('./pages/pwa/PwaPage.tsx'), 'PwaPage'),
  shared: lazyWithPreload(() => import('./pages/analytics/shared/SharedPage.tsx'), 'SharedPage'),
  sharedEvent: lazyWithPreload(
    () => import('./pages/events/SharedEventPage.tsx'),
    'SharedEventPage',
  ),
  accountAnalytics: lazyWithPreload(
    () => import('./pages/analytics/account/AccountAnalyticsPage.tsx'),
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

const shareTab = lazyWithPreload(() => import('./pages/share/SharePage.tsx'), 'ShareTab')

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
