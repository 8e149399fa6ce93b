import { useEffect, useEffectEvent } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { endSession } from '../accounts/data/session.ts'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { lazyWithPreload, Nothing } from '../ui/lazyWithPreload.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { InstallButton, InstallGuide } from './pwa/InstallGuide.tsx'
import { useWaitingWorker } from './pwa/waiting-worker.ts'
import { swrConfig } from './swr-config.ts'

const UpdateNotice = lazyWithPreload(() => import('./pwa/UpdateNotice.tsx'), 'UpdateNotice', null)

// Left out if the script cannot be loaded, for example offline.
const Tooltip = lazyWithPreload(
  () => import('../ui/Tooltip.tsx').catch(() => ({ Tooltip: Nothing })),
  'Tooltip',
  null,
)

/** The root route, shared by every page of the app. */
export function Root() {
  useScrollToTop()
  const waiting = useWaitingWorker()
  return (
    <SWRConfig value={{ ...swrConfig, onError: handleSessionEnd }}>
      <a className="skip-link" href="#main">
        {t('Skip to content')}
      </a>
      <Outlet />
      <InstallButton />
      <InstallGuide />
      {waiting && <UpdateNotice worker={waiting} />}
      <Toasts />
      <Tooltip />
    </SWRConfig>
  )
}

/** Scrolls to the top on navigation; for Back and Forward, the browser restores the position. */
function useScrollToTop() {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const scrollToTop = useEffectEvent(() => navigationType !== 'POP' && window.scrollTo(0, 0))
  useEffect(() => {
    if (pathname) scrollToTop()
  }, [pathname])
}

// A 401 means that the session has ended; the route guard then redirects to the sign-in page.
function handleSessionEnd(error: unknown) {
  if (error instanceof RequestError && error.status === 401) void endSession()
}
