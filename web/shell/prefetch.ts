/** Fetches the script of a page before somebody goes there: as they point at a link to it, and of the likely next one once nothing else is to do. */
export function prefetchPages(fetchPage: (pathname: string) => void): void {
  if (savesData()) return
  for (const event of ['pointerover', 'focusin'])
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element && target.closest('a')
      if (link && link.origin === location.origin) fetchPage(link.pathname)
    })
  addEventListener('load', () => whenIdle(() => fetchPage(likelyNext(location.pathname))))
}

// Only some browsers tell.
function savesData(): boolean {
  if (!('connection' in navigator)) return false
  const { connection } = navigator
  return typeof connection === 'object' && connection !== null && 'saveData' in connection
    ? connection.saveData === true
    : false
}

// Safari has no such call.
function whenIdle(act: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 5000 })
  else setTimeout(act, 2000)
}

function likelyNext(pathname: string): string {
  return pathname === '/dashboard' ? '/editor/mine' : '/dashboard'
}
