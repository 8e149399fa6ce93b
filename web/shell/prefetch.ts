import { afterLoad } from './after-load.ts'

/**
 * Prefetches page scripts: for links that the user points at, and for the likely next page when
 * idle.
 */
export function prefetchPages(fetchPage: (pathname: string) => void): void {
  if (savesData()) return
  for (const event of ['pointerover', 'focusin'])
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element && target.closest('a')
      if (link && link.origin === location.origin) fetchPage(link.pathname)
    })
  afterLoad(() => whenIdle(() => fetchPage(likelyNext(location.pathname))))
}

// Not supported by all browsers.
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
