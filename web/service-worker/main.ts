/** The service worker: keeps what the app needs to open without a connection, and nothing of what it shows. */
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { isScreen, sharedPath } from '../../schema/screens.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Written by the build: what to fetch at once, every file of this build, and the script its page begins with. */
  __WB_MANIFEST: PrecacheEntry[]
  __FILES: string[]
  __ENTRY: string
}

const entry = self.__ENTRY
const files = new Set(self.__FILES)
const shellName = `shell-${entry}`
const shellKey = '/dashboard'
const filesName = 'files'
const patience = 3

// A worker that asks for nothing here lets these through without being started (static routing, Chromium 123).
type Routing = {
  addRoutes?: (rules: { condition: { urlPattern: URLPattern }; source: 'network' }[]) => unknown
}
const never = ['/api/*', '/view/*', '/embed/*', '/images/*', '/s/*', '/shared/*', '/']

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell())
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
    sameOrigin && request.mode === 'navigate' && isKept(url.pathname),
  new NetworkFirst({
    cacheName: shellName,
    networkTimeoutSeconds: patience,
    matchOptions: { ignoreVary: true },
    plugins: [
      {
        // One page for all paths: the app routes them.
        cacheKeyWillBeUsed: async () => shellKey,
        cacheWillUpdate: async ({ response }) => ((await isOurs(response)) ? response : null),
      },
    ],
  }),
)

// A shared report is somebody else's, and its page has headers of its own.
function isKept(pathname: string): boolean {
  return isScreen(pathname) && !pathname.startsWith(sharedPath(''))
}

/** A page of another build asks for scripts that are not here: it is shown, and not kept. */
async function isOurs(page: Response): Promise<boolean> {
  return page.status === 200 && (await page.clone().text()).includes(entry)
}

async function keepShell(): Promise<void> {
  const page = await fetch(shellKey)
  if (!(await isOurs(page))) throw new Error('The app has moved on; the next worker will fit it')
  await (await caches.open(shellName)).put(shellKey, page)
}

async function removeOld(): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith('shell-') && name !== shellName,
  )
  await Promise.all(old.map((name) => caches.delete(name)))
  const kept = await caches.open(filesName)
  for (const request of await kept.keys()) {
    if (!files.has(new URL(request.url).pathname.slice(1))) await kept.delete(request)
  }
}
