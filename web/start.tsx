import './ui/block-leaving.ts'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useRoutes } from 'react-router-dom'
import { preloadUser } from './accounts/data/session.ts'
import { onReauthenticate } from './api.ts'
import { product } from './product.ts'
import { preloadPage, routes } from './routes.tsx'
import { Loading } from './shell/Brand.tsx'
import { ErrorBoundary } from './shell/ErrorPages.tsx'
import { readLocalStorage, writeLocalStorage } from './shell/useLocalStorage.ts'

const preferences = ['light', 'dark', 'system'] as const
type ThemePreference = (typeof preferences)[number]

// The app has only a dark theme; `null` would apply the preference.
const forced: 'light' | 'dark' | null = 'dark'

/** Renders the app. A function, because other documents import files of this bundle without starting the app. */
export function startApp(): void {
  applyTheme()
  preloadUser()
  preloadPage(location.pathname)
  prefetchPages(preloadPage)
  onReauthenticate(async () =>
    (await import('./shell/Reauthentication.tsx')).promptReauthentication(),
  )
  // `standalone` exists only in Safari on iOS; it is false where the app can still be added to the home screen.
  if ('standalone' in navigator && navigator.standalone === false)
    afterLoad(async () => {
      const { addIosSplashScreen } = await import('./shell/pwa/ios-splash.ts')
      await addIosSplashScreen().catch(() => {})
    })
  // In development, files change while the service worker caches them.
  if (import.meta.env.PROD && product.serviceWorker)
    afterLoad(async () => {
      const { registerServiceWorker } = await import('./shell/pwa/Updates.tsx')
      await registerServiceWorker()
    })

  const root = document.getElementById('app')
  if (root) createRoot(root).render(<App />)
}

function App() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Suspense fallback={<Loading />}>
          <Routes />
        </Suspense>
      </ErrorBoundary>
    </BrowserRouter>
  )
}

function Routes() {
  return useRoutes(routes)
}

/** Prefetches the scripts of pages: of a link that the user points at, and when idle, of the likely next page. */
function prefetchPages(fetchPage: (pathname: string) => void): void {
  if (savesData()) return
  for (const event of ['pointerover', 'focusin'])
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element && target.closest('a')
      if (link && link.origin === location.origin) fetchPage(link.pathname)
    })
  afterLoad(() => whenIdle(() => fetchPage(likelyNext(location.pathname))))
}

// `navigator.connection` exists only in some browsers.
function savesData(): boolean {
  if (!('connection' in navigator)) return false
  const { connection } = navigator
  return typeof connection === 'object' && connection !== null && 'saveData' in connection
    ? connection.saveData === true
    : false
}

// Safari has no requestIdleCallback.
function whenIdle(callback: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(callback, { timeout: 5000 })
  else setTimeout(callback, 2000)
}

function likelyNext(pathname: string): string {
  return pathname === '/dashboard' ? '/editor/mine' : '/dashboard'
}

/** Calls the function once the page has loaded; at once if it has, since the app starts after its messages have loaded. */
function afterLoad(callback: () => void): void {
  if (document.readyState === 'complete') callback()
  else addEventListener('load', callback)
}

/** Applies the theme to the document, and stores the preference, which is `system` at first. */
function applyTheme(): void {
  const stored = readLocalStorage('theme')
  const preference = preferences.find((name) => name === stored) ?? 'system'
  if (preference !== stored) writeLocalStorage('theme', preference)
  document.documentElement.dataset.appTheme = forced ?? resolveTheme(preference)
}

function resolveTheme(preference: ThemePreference): 'light' | 'dark' {
  if (preference !== 'system') return preference
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}
