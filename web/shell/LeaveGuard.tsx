import { useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../messages/t.ts'
import { blockLeaving } from '../ui/block-leaving.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

/**
 * Blocks navigation while `active`: links within the app, Back and Forward wait for the user's answer (`leaving` is set
 * until then), and the browser confirms closing the tab. Paths that match `allowedPattern` are exempt.
 */
export function useLeaveGuard(active: boolean, allowedPattern: string) {
  const navigate = useNavigate()
  const [pendingNavigation, setPendingNavigation] = useState<() => void>()
  // A layout effect, so that a click right after the first change is intercepted too.
  useLayoutEffect(() => {
    if (!active) return
    ConfirmDialog.preload()
    const ask = (leave: () => void) => setPendingNavigation(() => leave)
    return listen({ ask, navigate, allowed: new RegExp(allowedPattern) })
  }, [active, navigate, allowedPattern])
  const leave = () => {
    setPendingNavigation(undefined)
    pendingNavigation?.()
  }
  return {
    leaving: pendingNavigation !== undefined,
    leave,
    stay: () => setPendingNavigation(undefined),
  }
}

type Guard = {
  ask: (leave: () => void) => void
  navigate: (to: string) => unknown
  allowed: RegExp
}

// A data router's `useBlocker` would do this, but it exceeds the first route's size budget.
function listen({ ask, navigate, allowed }: Guard): () => void {
  let repeating = false
  const onClick = (event: MouseEvent) => {
    const link = linkOf(event)
    const to = link && pathOf(link)
    if (repeating || !to || allowed.test(to)) return
    event.preventDefault()
    event.stopPropagation()
    ask(() => {
      // The link may have been removed with its menu.
      if (!link.isConnected) return void navigate(to)
      repeating = true
      link.click()
      repeating = false
    })
  }
  document.addEventListener('click', onClick, true)
  const unblock = blockLeaving({ ask, isAllowed: (path) => allowed.test(path) })
  return () => {
    document.removeEventListener('click', onClick, true)
    unblock()
  }
}

/** Returns the link that this click would follow in the same tab. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link?.href && link.target !== '_blank' && !link.hasAttribute('download') ? link : undefined
}

/** Returns the link's path within the app; undefined for external links and the current page. */
function pathOf(link: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search, hash } = new URL(link.href)
  if (origin !== location.origin || pathname === location.pathname) return undefined
  return pathname + search + hash
}

/** Confirms leaving a page with unsaved changes; `guard` is the page's leave guard. */
export function DiscardChangesDialog({
  guard,
  text = t('Your unsaved changes will be lost.'),
  onLeave = guard.leave,
}: {
  guard: ReturnType<typeof useLeaveGuard>
  text?: string
  onLeave?: () => void
}) {
  return (
    <ConfirmDialog
      title={t('Leave without saving?')}
      text={text}
      action={t('Leave')}
      cancel={t('Stay')}
      busy={false}
      onCancel={guard.stay}
      onConfirm={onLeave}
    />
  )
}
