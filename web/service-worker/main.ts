/** Service worker: caches what the app needs to open offline, but no user data. */
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { isScreen, sharedPath } from '../../schema/screens.ts'

declare const self: ServiceWorkerGlobalScope & {
  /**
   * Written by the build: files to precache, all files of this build, and the entry script of its
   * page.
   */
  __WB_MANIFEST: PrecacheEntry[]
  __FILES: string[]
  __ENTRY: string
}

const entry = self.__ENTRY
const files = new Set(self.__FILES)
const shellName = `shell-${entry}`
const shellKey = '/dashboard'
const filesName = 'files'
const timeoutSeconds = 3

// Static routing (Chromium 123): requests to these paths skip the service worker entirely.
type Routing = {
  addRoutes?: (rules: { condition: { urlPattern: URLPattern }; source: 'network' }[]) => unknown
}
const never = ['/api/*', '/view/*', '/embed/*', '/images/*', '/s/*', '/shared/*', '/']

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell())
  const routing: ExtendableEvent & Routing = event
  void routing.addRoutes?.(
    never.map((pathname) => ({
      condition: { urlPattern: new URLPattern({ pathname, baseURL: self.location.origin }) },
      source: 'network',
    })),
  )
})

self.addEventListener('activate', (event) => event.waitUntil(removeOld()))

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && files.has(url.pathname.slice(1)),
  new CacheFirst({ cacheName: filesName }),
)

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && isCacheable(url.pathname),
  new NetworkFirst({
    cacheName: shellName,
    networkTimeoutSeconds: timeoutSeconds,
    matchOptions: { ignoreVary: true },
    plugins: [
      {
        // One cached page for all paths: the app does the routing.
        cacheKeyWillBeUsed: async () => shellKey,
        cacheWillUpdate: async ({ response }) => ((await isOurs(response)) ? response : null),
      },
    ],
  }),
)

// Shared reports belong to other users, and their page has its own headers.
function isCacheable(pathname: string): boolean {
  return isScreen(pathname) && !pathname.startsWith(sharedPath(''))
}

/**
 * Returns whether the page is of this build. Scripts of another build are not cached, so its page
 * is shown but not stored.
 */
async function isOurs(page: Response): Promise<boolean> {
  return page.status === 200 && (await page.clone().text()).includes(entry)
}

async function cacheShell(): Promise<void> {
  const page = await fetch(shellKey)
  if (!(await isOurs(page))) throw new Error('The app has moved on; the next worker will fit it')
  await (await caches.open(shellName)).put(shellKey, page)
}

async function removeOld(): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith('shell-') && name !== shellName,
  )
  await Promise.all(old.map((name) => caches.delete(name)))
  const cache = await caches.open(filesName)
  for (const request of await cache.keys()) {
    if (!files.has(new URL(request.url).pathname.slice(1))) await cache.delete(request)
  }
}
