import { useEffect, useEffectEvent, useRef } from 'react'
import type { PanelProps } from '../draft.ts'
import { ThemeList } from '../ThemeList.tsx'

/**
 * The card in every theme, side by side, scrolled by swipe or arrow keys: the one in the center is selected, and Enter
 * continues with it.
 */
export function ThemeStep({ card, draft, change, onEnter }: PanelProps & { onEnter: () => void }) {
  const select = (theme: string) => theme !== draft.theme && change({ theme })
  const { row, center } = useCentered(draft.theme, select)
  return (
    <div className="theme-row" ref={row}>
      <ThemeList card={card} draft={draft} onSelect={center} onEnter={onEnter} />
    </div>
  )
}

/** Reports the item at the center of a scrolling row, which starts with `first` there. */
function useCentered(first: string, onCentered: (value: string) => void) {
  const row = useRef<HTMLDivElement>(null)
  const center = (value: string, behavior?: ScrollBehavior) =>
    row.current
      ?.querySelector(`[data-value="${value}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest', behavior })
  const start = useEffectEvent(() => center(first, 'instant'))
  const report = useEffectEvent((entries: IntersectionObserverEntry[]) => {
    const target = entries.findLast(({ isIntersecting }) => isIntersecting)?.target
    if (!(target instanceof HTMLElement) || !target.dataset.value) return
    onCentered(target.dataset.value)
    if (row.current?.contains(document.activeElement))
      target.querySelector<HTMLElement>('[aria-pressed]')?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const list = row.current?.firstElementChild
    if (!list) return
    start()
    // A vertical line through the center of the row.
    const observer = new IntersectionObserver((entries) => report(entries), {
      root: list,
      rootMargin: '0px -50%',
    })
    for (const item of list.children) observer.observe(item)
    return () => observer.disconnect()
  }, [])
  return { row, center: (value: string) => center(value) }
}
