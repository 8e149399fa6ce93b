import { matchPath, type RouteObject } from 'react-router-dom'
import { type ScreenName, screens } from '../schema/screens.ts'
import { editorPath } from './shell/editor-path.ts'
import { type LazyPage, lazyPage } from './shell/lazy-page.ts'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { RequireLevel } from './shell/RequireLevel.tsx'
import { Root } from './shell/Root.tsx'

const shell = lazyPage(async () => (await import('./shell/Shell.tsx')).Shell)

/** The page of each screen; paths and levels are the ones the worker knows. */
const pages: Record<ScreenName, LazyPage> = {
  auth: lazyPage(async () => (await import('./pages/auth/AuthPage.tsx')).AuthPage),
  dashboard: lazyPage(
    async () => (await import('./pages/dashboard/DashboardPage.tsx')).DashboardPage,
  ),
  editor: lazyPage(async () => (await import('./pages/editor/EditorRedirect.tsx')).EditorRedirect),
  cardEditor: lazyPage(
    async () => (await import('./pages/editor/CardEditorPage.tsx')).CardEditorPage,
  ),
  quickEditor: lazyPage(
    async () => (await import('./pages/editor/QuickEditorPage.tsx')).QuickEditorPage,
  ),
  analytics: lazyPage(
    async () => (await import('./pages/analytics/AnalyticsPage.tsx')).AnalyticsPage,
  ),
  inbox: lazyPage(async () => (await import('./pages/inbox/InboxPage.tsx')).InboxPage),
  account: lazyPage(async () => (await import('./pages/account/AccountPage.tsx')).AccountPage),
  templates: lazyPage(
    async () => (await import('./pages/templates/TemplatesPage.tsx')).TemplatesPage,
  ),
  template: lazyPage(async () => (await import('./pages/templates/TemplatePage.tsx')).TemplatePage),
  users: lazyPage(async () => (await import('./pages/users/UsersPage.tsx')).UsersPage),
  status: lazyPage(async () => (await import('./pages/status/StatusPage.tsx')).StatusPage),
  guide: lazyPage(async () => (await import('./pages/guide/GuidePage.tsx')).GuidePage),
  definitions: lazyPage(
    async () => (await import('./pages/definitions/DefinitionsPage.tsx')).DefinitionsPage,
  ),
  pocket: lazyPage(async () => (await import('./pages/pocket/PocketPage.tsx')).PocketPage),
  pwaSettings: lazyPage(async () => (await import('./pages/pwa/PwaPage.tsx')).PwaPage),
  shared: lazyPage(
    async () => (await import('./pages/analytics/shared/SharedPage.tsx')).SharedPage,
  ),
  accountAnalytics: lazyPage(
    async () =>
      (await import('./pages/analytics/account/AccountAnalyticsPage.tsx')).AccountAnalyticsPage,
  ),
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    children: [
      route('auth'),
      route('shared'),
      route('pocket', true),
      {
        Component: shell.Page,
        children: [
          route('dashboard'),
          route('editor'),
          route('cardEditor'),
          route('quickEditor'),
          route('analytics'),
          route('inbox'),
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

const alone = ['auth', 'shared', 'pocket']

/** Fetches the script of the page at this path, and of what stands around it, before the page is shown. */
export function preloadPage(pathname: string): void {
  for (const [name, page] of Object.entries(pages)) {
    const screen = Object.entries(screens).find(([key]) => key === name)
    if (!screen || !matchPath(screen[1].path, pathname)) continue
    // A failure shows where the page is to be shown.
    for (const part of alone.includes(name) ? [page] : [shell, page]) part.load().catch(() => {})
    if (name === 'editor') preloadPage(editorPath(pathname.split('/')[2]))
  }
}

function route(screen: ScreenName, offline = false): RouteObject {
  const { path, level } = screens[screen]
  const page = { path, Component: pages[screen].Page }
  if (level === 'public') return page
  return { element: <RequireLevel level={level} offline={offline} />, children: [page] }
}
