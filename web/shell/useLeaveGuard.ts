import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { interceptPopstate } from './intercept-popstate.ts'

/**
 * While `active`, a link within the app and the browser's Back and Forward wait for an answer, and closing the tab is
 * asked about by the browser. `leaving` is set while the answer is due. Paths that match `within` are no leaving.
 */
export function useLeaveGuard(active: boolean, within: string) {
  const navigate = useNavigate()
  const [go, setGo] = useState<() => void>()
  useEffect(() => {
    if (!active) return
    const ask = (leave: () => void) => setGo(() => leave)
    return listen({ ask, navigate, free: new RegExp(within) })
  }, [active, navigate, within])
  const leave = () => {
    setGo(undefined)
    go?.()
  }
  return { leaving: go !== undefined, leave, stay: () => setGo(undefined) }
}

type Guard = {
  ask: (leave: () => void) => void
  navigate: (to: string) => unknown
  free: RegExp
}

// The app has no data router, whose blocker would do this: it would not fit the budget of the first route.
function listen({ ask, navigate, free }: Guard): () => void {
  const position = () => Number(history.state?.idx ?? 0)
  const here = position()
  let returning = false
  let leaving = false
  const askFirst = (go: () => void) =>
    ask(() => {
      leaving = true
      go()
    })
  const onClick = (event: MouseEvent) => {
    const link = linkOf(event)
    const to = link && pathOf(link)
    if (leaving || !to || free.test(to)) return
    event.preventDefault()
    event.stopPropagation()
    // Pressed again it does what it does; a menu may have taken it away meanwhile.
    askFirst(() => (link.isConnected ? link.click() : void navigate(to)))
  }
  const onPop = (event: PopStateEvent) => {
    const steps = position() - here
    if (leaving || returning || steps === 0 || free.test(location.pathname)) {
      // Back where we were: the router has never heard of the journey.
      if (returning) event.stopImmediatePropagation()
      returning = false
      return
    }
    event.stopImmediatePropagation()
    returning = true
    history.go(-steps)
    askFirst(() => history.go(steps))
  }
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  document.addEventListener('click', onClick, true)
  const deafen = interceptPopstate(onPop)
  addEventListener('beforeunload', onUnload)
  return () => {
    document.removeEventListener('click', onClick, true)
    deafen()
    removeEventListener('beforeunload', onUnload)
  }
}

/** The link that a press would follow in this tab. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link?.href && link.target !== '_blank' && !link.hasAttribute('download') ? link : undefined
}

/** Where it leads within the app; undefined when that is elsewhere or this very page. */
function pathOf(link: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search, hash } = new URL(link.href)
  if (origin !== location.origin || pathname === location.pathname) return undefined
  return pathname + search + hash
}
