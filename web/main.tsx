import './styles/app.css'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useRoutes } from 'react-router-dom'
import * as z from 'zod'
import { preloadUser } from './data/session.ts'
import { preloadPage, routes } from './routes.tsx'
import { Loading } from './shell/Brand.tsx'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { applyTheme } from './shell/theme.ts'

// Compiling a contract to code is what the CSP forbids; zod would only try and be refused.
z.config({ jitless: true })

applyTheme()
preloadUser()
preloadPage(location.pathname)

const root = document.getElementById('app')
if (root) createRoot(root).render(<App />)

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
