import './ui/block-leaving.ts'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useRoutes } from 'react-router-dom'
import { preloadUser } from './accounts/data/session.ts'
import { onReauthenticate } from './api.ts'
import { product } from './product.ts'
import { preloadPage, routes } from './routes.tsx'
import { afterLoad } from './shell/after-load.ts'
import { applyTheme } from './shell/app-theme.ts'
import { Loading } from './shell/Brand.tsx'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { prefetchPages } from './shell/prefetch.ts'

/** Renders the app. Not done by an import: other documents share files with this one. */
export function startApp(): void {
  applyTheme()
  preloadUser()
  preloadPage(location.pathname)
  prefetchPages(preloadPage)
  onReauthenticate(async () =>
    (await import('./shell/ReauthenticateDialog.tsx')).promptReauthentication(),
  )
  // `standalone` exists only in Safari on iOS; false means that the app can be added to the home
  // screen.
  if ('standalone' in navigator && navigator.standalone === false)
    afterLoad(async () => {
      const { addIosSplashScreen } = await import('./shell/pwa/ios-splash.ts')
      await addIosSplashScreen().catch(() => {})
    })
  // In development, files change while the service worker caches them.
  if (import.meta.env.PROD && product.serviceWorker)
    afterLoad(async () => {
      const { registerServiceWorker } = await import('./shell/pwa/register-service-worker.ts')
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
