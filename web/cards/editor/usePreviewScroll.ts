import { useEffect, useRef } from 'react'
import { useSearchParam } from '../../ui/useSearchParam.ts'

/** The part of the card that a tab edits. Advanced has none: what it edits can be anywhere. */
const parts = new Map([
  ['basic', '.bc-id'],
  ['design', '.bc-id'],
  ['gallery', '.bc-gal'],
  ['social', '.bc-soc'],
  ['buttons', '.bc-ctas'],
  ['form', '.bc-ex'],
  ['contact', '.bc-rows'],
])

/**
 * Scrolls a preview to the part of the card that the open tab edits. After the user has scrolled this part out of
 * view, the preview stays where it is until the part of the open tab is in view again. Returns the ref of the scrolling
 * element, whose `scroll-behavior` applies.
 */
export function usePreviewScroll() {
  const [tab] = useSearchParam()
  const part = parts.get(tab ?? 'basic')
  const screen = useRef<HTMLDivElement>(null)
  const current = useRef({ part, scrolledAway: false, isFirst: true })
  useEffect(() => {
    const view = screen.current
    if (view) return trackUserScroll(view, current.current)
  }, [])
  useEffect(() => {
    const view = screen.current
    current.current.part = part
    if (view && part) return followPart(view, part, current.current)
  }, [part])
  return screen
}

type Current = { part: string | undefined; scrolledAway: boolean; isFirst: boolean }

function trackUserScroll(view: HTMLElement, current: Current) {
  let byUser = false
  const input = () => {
    byUser = true
  }
  const scroll = () => {
    if (!byUser) return
    const shown = current.part && findPart(view, current.part)
    current.scrolledAway = !shown || !isInView(view, shown)
  }
  const end = () => {
    byUser = false
  }
  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  for (const type of ['wheel', 'touchmove', 'keydown']) view.addEventListener(type, input, options)
  view.addEventListener('scroll', scroll, options)
  view.addEventListener('scrollend', end, options)
  return () => listening.abort()
}

/** Scrolls to the part now, and when it is added to the card later. */
function followPart(view: HTMLElement, part: string, current: Current) {
  setFolded(view, part, false)
  let shown = findPart(view, part)
  if (shown && !current.scrolledAway)
    scrollToPart(view, shown, current.isFirst ? 'instant' : 'auto')
  else if (shown && isInView(view, shown)) current.scrolledAway = false
  current.isFirst = false
  const follow = () => {
    const found = findPart(view, part)
    if (found && found !== shown && !current.scrolledAway && !isInView(view, found))
      scrollToPart(view, found, 'auto')
    shown = found
  }
  const changes = new MutationObserver(follow)
  changes.observe(view, { childList: true, subtree: true })
  return () => {
    changes.disconnect()
    setFolded(view, part, true)
  }
}

/** The form is folded on the card, and shown while its tab is open. */
function setFolded(view: HTMLElement, part: string, isFolded: boolean) {
  const found = view.querySelector(part)
  if (found instanceof HTMLDetailsElement) found.open = !isFolded
}

/** The section of the part, with its heading. */
function findPart(view: HTMLElement, part: string): Element | null {
  return view.querySelector(part)?.closest('section, header') ?? null
}

const margin = 16

function scrollToPart(view: HTMLElement, part: Element, behavior: ScrollBehavior) {
  // The cover is above the header of the card.
  const isTop = part.localName === 'header'
  const offset = part.getBoundingClientRect().top - view.getBoundingClientRect().top
  view.scrollTo({ top: isTop ? 0 : view.scrollTop + offset - margin, behavior })
}

function isInView(view: HTMLElement, part: Element): boolean {
  const [outer, inner] = [view.getBoundingClientRect(), part.getBoundingClientRect()]
  const overlap = Math.min(outer.bottom, inner.bottom) - Math.max(outer.top, inner.top)
  return overlap >= Math.min(inner.height, 64)
}
