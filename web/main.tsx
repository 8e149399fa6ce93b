import './without-eval.ts'
import './shell/back-button.ts'
import './styles/app.css'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useRoutes } from 'react-router-dom'
import { preloadUser } from './data/session.ts'
import { preloadPage, routes } from './routes.tsx'
import { Loading } from './shell/Brand.tsx'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { applyTheme } from './shell/theme.ts'

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
