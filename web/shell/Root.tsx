import { useEffect, useEffectEvent } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import {
  type Middleware,
  SWRConfig,
  type SWRConfiguration,
  unstable_serialize as serializeKey,
  useSWRConfig,
} from 'swr'
import { endSession } from '../accounts/data/session.ts'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { lazyWithPreload, Nothing } from '../ui/lazyWithPreload.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { InstallButton, InstallGuide } from './pwa/InstallGuide.tsx'
import { useWaitingWorker } from './pwa/waiting-worker.ts'

const UpdateNotice = lazyWithPreload(() => import('./pwa/Updates.tsx'), 'UpdateNotice', null)

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

const retentionMs = 60_000

/** Reference-counted cache: an entry is discarded a minute after its last user released it. */
export class CacheRefCounter {
  readonly #counts = new Map<string, number>()
  readonly #discards = new Map<string, ReturnType<typeof setTimeout>>()

  /** Call the returned function once, to release the entry. */
  retain(key: string, discard: (key: string) => void): () => void {
    clearTimeout(this.#discards.get(key))
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    return () => {
      const left = (this.#counts.get(key) ?? 1) - 1
      this.#counts.set(key, left)
      if (left === 0)
        this.#discards.set(
          key,
          setTimeout(() => discard(key), retentionMs),
        )
    }
  }
}

const refCounter = new CacheRefCounter()

const retainWhileMounted: Middleware = (useNext) => (key, fetcher, config) => {
  const { cache } = useSWRConfig()
  const serialized = serializeKey(key)
  useEffect(() => {
    if (serialized) return refCounter.retain(serialized, (discarded) => cache.delete(discarded))
  }, [cache, serialized])
  return useNext(key, fetcher, config)
}

// SWR treats cleared data, as after the end of a session, as fresh for the rest of its 30 s, so a
// component that shows it again would never load it.
const revalidateCleared: Middleware = (useNext) => (key, fetcher, config) => {
  const response = useNext(key, fetcher, config)
  const { data, error, isValidating, mutate } = response
  const cleared = serializeKey(key) !== '' && data === undefined && !error && !isValidating
  useEffect(() => {
    if (cleared) void mutate()
  }, [cleared, mutate])
  return response
}

/** Query defaults: fresh for 30 s, no retries, revalidate on focus. */
const swrConfig: SWRConfiguration = {
  use: [retainWhileMounted, revalidateCleared],
  dedupingInterval: 30_000,
  focusThrottleInterval: 30_000,
  revalidateOnFocus: true,
  revalidateIfStale: true,
  shouldRetryOnError: false,
}
