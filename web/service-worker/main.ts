/** Service worker: caches what the app needs to open offline, but no user data. */
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import {
  appLanguages,
  capturePath,
  isScreen,
  landingPath,
  sharedPath,
} from '../../schema/screens.ts'

declare const self: ServiceWorkerGlobalScope & {
  /**
   * Written by the build: files to precache, all files of this build, and the entry script of its
   * page.
   */
  __WB_MANIFEST: PrecacheEntry[]
  __FILES: string[]
  __ENTRY: string
  /** The entry script of booth mode, and all its files but the messages. */
  __CAPTURE_ENTRY: string
  __CAPTURE_FILES: string[]
}

const entry = self.__ENTRY
const captureEntry = self.__CAPTURE_ENTRY
const files = new Set(self.__FILES)
const shellName = `shell-${entry}-${captureEntry}`
const shellKey = '/dashboard'
const filesName = 'files'
// Not the name of a file: the language of booth mode's messages.
const languageKey = '/assets/capture-language'
const timeoutSeconds = 3

// Static routing (Chromium 123): requests to these paths skip the service worker entirely.
type Routing = {
  addRoutes?: (rules: { condition: { urlPattern: URLPattern }; source: 'network' }[]) => unknown
}
const never = [
  '/api/*',
  '/view/*',
  '/embed/*',
  '/images/*',
  '/s/*',
  '/shared/*',
  '/receipt/*',
  '/mail/*',
  '/feed/*',
  ...appLanguages.map(landingPath),
]

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(keepCaptureAgain))
  const routing: ExtendableEvent & Routing = event
  void routing.addRoutes?.(
    never.map((pathname) => ({
      condition: { urlPattern: new URLPattern({ pathname, baseURL: self.location.origin }) },
      source: 'network',
    })),
  )
})

self.addEventListener('activate', (event) => event.waitUntil(removeOld()))

self.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data === 'take over') void self.skipWaiting()
  const language: unknown = data?.keepCapture
  if (typeof language !== 'string') return
  const kept = cacheCapture(language)
    .then(replaceOlder)
    .catch(() => false)
  event.waitUntil(kept.then((succeeded) => ports[0]?.postMessage(succeeded)))
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
        cacheWillUpdate: async ({ response }) =>
          (await isOurs(response, entry)) ? response : null,
      },
    ],
  }),
)

// Booth mode is a document of its own.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && url.pathname === capturePath,
  new NetworkFirst({
    cacheName: shellName,
    networkTimeoutSeconds: timeoutSeconds,
    matchOptions: { ignoreVary: true },
    plugins: [
      {
        cacheKeyWillBeUsed: async () => capturePath,
        cacheWillUpdate: async ({ response }) =>
          (await isOurs(response, captureEntry)) ? response : null,
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
async function isOurs(page: Response, script: string): Promise<boolean> {
  return page.status === 200 && (await page.clone().text()).includes(script)
}

async function cacheShell(): Promise<void> {
  const page = await fetch(shellKey)
  if (!(await isOurs(page, entry)))
    throw new Error('The app has moved on; the next worker will fit it')
  await (await caches.open(shellName)).put(shellKey, page)
}

/** Stores the page of booth mode and its files, with the messages of a language; throws if one cannot be loaded. */
async function cacheCapture(language: string): Promise<void> {
  const shell = await caches.open(shellName)
  const fetched = await fetch(capturePath).catch(() => undefined)
  // Without a connection, and when the server has a newer build, what is stored may be whole already.
  const isFresh = fetched && (await isOurs(fetched, captureEntry))
  const page = isFresh ? fetched : await shell.match(capturePath)
  if (!page) throw new Error('Booth mode has moved on')
  const messages = new RegExp(`^assets/${language}-(app|capture|schema|server)-`)
  const wanted = [...self.__CAPTURE_FILES, ...self.__FILES.filter((file) => messages.test(file))]
  const cache = await caches.open(filesName)
  for (const file of wanted) {
    if (await caches.match(`/${file}`)) continue
    await cache.add(`/${file}`)
  }
  await shell.put(capturePath, page)
  await cache.put(languageKey, new Response(language))
}

/** Takes over from an older build if booth mode is the only page that is open. Returns whether this build is in charge. */
async function replaceOlder(): Promise<boolean> {
  if (!self.registration.waiting) return true
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length > 1) return false
  await self.skipWaiting()
  return true
}

/** A new build stores booth mode again where the one before had it. */
async function keepCaptureAgain(): Promise<void> {
  const language = await (await caches.match(languageKey))?.text()
  if (language) await cacheCapture(language)
}

async function removeOld(): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith('shell-') && name !== shellName,
  )
  await Promise.all(old.map((name) => caches.delete(name)))
  const cache = await caches.open(filesName)
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (!files.has(pathname.slice(1)) && pathname !== languageKey) await cache.delete(request)
  }
}
