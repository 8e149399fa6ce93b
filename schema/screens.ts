/**
 * The screens of the app with their paths and access levels, other paths that worker and app share, and the app's
 * languages.
 */

/** Languages of the app and its emails, as ISO 639-1 codes. */
export const appLanguages = ['en', 'de', 'es', 'fr', 'ja'] as const
export type AppLanguage = (typeof appLanguages)[number]

/** Each screen with the lowest level that may open it; `public` screens need no sign-in. */
export const screens = {
  auth: { path: '/auth', level: 'public' },
  dashboard: { path: '/dashboard', level: 1 },
  editor: { path: '/editor/:id', level: 1 },
  advancedEditor: { path: '/card-editor/:id', level: 1 },
  quickEditor: { path: '/mobile-editor/:id', level: 1 },
  analytics: { path: '/analytics/:id', level: 1 },
  inbox: { path: '/inbox/:id', level: 1 },
  share: { path: '/share/:id', level: 1 },
  events: { path: '/events', level: 1 },
  event: { path: '/events/:id', level: 1 },
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
  sharedEvent: { path: '/shared/events/:token', level: 'public' },
  accountAnalytics: { path: '/advanced-analytics', level: 1 },
} as const

export type ScreenName = keyof typeof screens

const patterns = Object.values(screens).map(
  ({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
)

/** Whether the path is a screen of the app. */
export function isScreen(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname))
}

/** Returns the path of a card's public page. */
export function viewPath(slug: string): string {
  return `/view/${slug}`
}

/** Returns the path that opens a card by the code of a share point. */
export function sharePointPath(code: string): string {
  return `/s/${code}`
}

/** Returns the path of a card's pocket mode; `mine` is the user's first card. */
export function pocketPath(card: number | 'mine'): string {
  return `/pocket/${card}`
}

/** Booth mode: a document of its own, not a screen of the app. */
export const capturePath = '/capture'

/** Returns the path of booth mode for a card or an event. */
export function captureLink(at: { card: number } | { event: number }): string {
  const [name = '', id] = Object.entries(at)[0] ?? []
  return `${capturePath}?${name}=${id}`
}

/** Returns the path of a shared report. */
export function sharedPath(token: string): string {
  return `/shared/${token}`
}

/** Returns the path of the board of an event. */
export function eventPath(id: number): string {
  return `/events/${id}`
}

/** Returns the path of a shared board. */
export function sharedEventPath(token: string): string {
  return `/shared/events/${token}`
}

/** Returns the URL in a card's QR code. The fragment marks the visit as a scan and never reaches a cache. */
export function qrLink(origin: string, slug: string): string {
  return `${origin}${viewPath(slug)}#qr`
}

/** Returns the path of the landing page in a language. */
export function landingPath(language: AppLanguage): string {
  return language === 'en' ? '/' : `/${language}`
}

/** Returns the language of the landing page at this path; undefined for other paths. */
export function landingLanguage(pathname: string): AppLanguage | undefined {
  return appLanguages.find((language) => landingPath(language) === pathname)
}
