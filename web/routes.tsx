import { matchPath, Outlet, type RouteObject } from 'react-router-dom'
import { keysOf } from '../schema/pick.ts'
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

/** Returns the message file with the shell's messages. The dashboard's has them too, and sign-in leads there. */
function shellMessages(): string {
  return ['/auth', '/dashboard'].includes(location.pathname) ? 'dashboard' : 'app'
}

/** The page component of each screen; the worker shares the paths and access levels. */
const pages: Record<ScreenName, PreloadableComponent> = {
  auth: page('sign-in', () => import('./accounts/sign-in/AuthPage.tsx'), 'AuthPage'),
  dashboard: page(
    'dashboard',
    () => import('./cards/dashboard/DashboardPage.tsx'),
    'DashboardPage',
  ),
  editor: page('editor', () => import('./cards/editor/EditorRedirect.tsx'), 'EditorRedirect'),
  advancedEditor: page(
    'editor',
    () => import('./cards/editor/AdvancedEditorPage.tsx'),
    'AdvancedEditorPage',
  ),
  quickEditor: page(
    'editor',
    () => import('./cards/editor/QuickEditorPage.tsx'),
    'QuickEditorPage',
  ),
  analytics: page('analytics', () => import('./analytics/AnalyticsPage.tsx'), 'AnalyticsPage'),
  share: page('share-points', () => import('./share-points/SharePage.tsx'), 'SharePage'),
  inbox: page('inbox', () => import('./inbox/InboxPage.tsx'), 'InboxPage'),
  events: page('boards', () => import('./boards/EventsPage.tsx'), 'EventsPage'),
  event: page('boards', () => import('./boards/EventPage.tsx'), 'EventPage'),
  account: page('accounts', () => import('./accounts/AccountPage.tsx'), 'AccountPage'),
  templates: page('templates', () => import('./templates/TemplatesPage.tsx'), 'TemplatesPage'),
  template: page('templates', () => import('./templates/TemplatePage.tsx'), 'TemplatePage'),
  users: page('users', () => import('./users/UsersPage.tsx'), 'UsersPage'),
  status: page('operations', () => import('./operations/StatusPage.tsx'), 'StatusPage'),
  guide: page('guide', () => import('./guide/GuidePage.tsx'), 'GuidePage'),
  definitions: page(
    'definitions',
    () => import('./analytics/definitions/DefinitionsPage.tsx'),
    'DefinitionsPage',
  ),
  pocket: page('pocket', () => import('./cards/pocket/PocketPage.tsx'), 'PocketPage'),
  pwaSettings: page('pwa', () => import('./pwa/PwaPage.tsx'), 'PwaPage'),
  shared: page('analytics', () => import('./analytics/shared/SharedPage.tsx'), 'SharedPage'),
  sharedEvent: page('boards', () => import('./boards/SharedEventPage.tsx'), 'SharedEventPage'),
  accountAnalytics: page(
    'analytics',
    () => import('./analytics/account/AccountAnalyticsPage.tsx'),
    'AccountAnalyticsPage',
  ),
}

/** Returns a lazily loaded page; its message file is loaded first. */
function page<Module, Name extends keyof Module>(
  messages: string,
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyPage(() => withMessages(messages, load), name)
}

const standalone: ScreenName[] = ['auth', 'shared', 'sharedEvent', 'pocket']
const editors: ScreenName[] = ['advancedEditor', 'quickEditor']
const inShell = keysOf(screens).filter((name) => ![...standalone, ...editors].includes(name))

export const routes: RouteObject[] = [
  {
    Component: Root,
    children: [
      ...standalone.map(route),
      {
        Component: shell,
        children: [
          { element: <WithShareTab />, children: editors.map(route) },
          ...inShell.map(route),
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]

const shareTab = page('share-points', () => import('./share-points/SharePage.tsx'), 'ShareTab')

function WithShareTab() {
  return (
    <ShareTabContext value={shareTab}>
      <Outlet />
    </ShareTabContext>
  )
}

/** Preloads the scripts of the page at this path, and of its layout. */
export function preloadPage(pathname: string): void {
  for (const name of keysOf(screens)) {
    if (!matchPath(screens[name].path, pathname)) continue
    if (!standalone.includes(name)) shell.preload()
    pages[name].preload()
    if (name === 'editor') preloadPage(editorPath(pathname.split('/')[2]))
  }
}

function route(screen: ScreenName): RouteObject {
  const { path, level } = screens[screen]
  const shown = { path, Component: pages[screen] }
  if (level === 'public') return shown
  // The pocket page also opens offline, when the user cannot be fetched.
  return {
    element: <RequireLevel level={level} offline={screen === 'pocket'} />,
    children: [shown],
  }
}
