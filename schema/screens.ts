/** The paths of the app and the level each asks for: the worker answers them with the app, the app routes them. */

/** Signed in means level 1 or above; `public` screens ask for nobody. */
export const screens = {
  auth: { path: '/auth', level: 'public' },
  dashboard: { path: '/dashboard', level: 1 },
  editor: { path: '/editor/:id', level: 1 },
  cardEditor: { path: '/card-editor/:id', level: 1 },
  quickEditor: { path: '/mobile-editor/:id', level: 1 },
  analytics: { path: '/analytics/:id', level: 1 },
  inbox: { path: '/inbox/:id', level: 1 },
  account: { path: '/account', level: 1 },
  users: { path: '/users', level: 4 },
  templates: { path: '/templates', level: 4 },
  template: { path: '/templates/:id', level: 4 },
  status: { path: '/status', level: 5 },
  guide: { path: '/guide', level: 1 },
  definitions: { path: '/definitions', level: 'public' },
  pocket: { path: '/pocket/:id', level: 1 },
  pwaSettings: { path: '/pwa-settings', level: 1 },
  shared: { path: '/shared/:token', level: 'public' },
  accountAnalytics: { path: '/advanced-analytics', level: 1 },
} as const

export type ScreenName = keyof typeof screens

const patterns = Object.values(screens).map(
  ({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
)

/** Whether the app answers at this path. */
export function isScreen(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname))
}

/** Where a card is public, without the origin. */
export function viewPath(slug: string): string {
  return `/view/${slug}`
}

/** Where an owner shows a card's codes; `mine` is their first card. */
export function pocketPath(card: number | 'mine'): string {
  return `/pocket/${card}`
}

/** Where a shared report is read, without the origin. */
export function sharedPath(token: string): string {
  return `/shared/${token}`
}

/** What a card's QR code holds: the fragment tells the page it was scanned and never reaches a cache. */
export function qrLink(origin: string, slug: string): string {
  return `${origin}${viewPath(slug)}#qr`
}
