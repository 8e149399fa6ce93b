import { useState } from 'react'
import { type Spot, spotsIn } from './spots.ts'

/** The spots of the card drawn inside the element that gets `watch` as its ref, kept right while the card changes. */
export function useSpots() {
  const [spots, setSpots] = useState<Spot[]>([])
  const watch = (frame: HTMLElement | null) => {
    if (!frame) return
    let last = ''
    let due = 0
    const measure = () => {
      due = 0
      const next = spotsIn(frame)
      const text = JSON.stringify(next)
      if (text !== last) setSpots(next)
      last = text
    }
    const soon = () => {
      due ||= requestAnimationFrame(measure)
    }
    const drawn = frame.querySelector('.bc-page')
    const sizes = new ResizeObserver(soon)
    const changes = new MutationObserver(soon)
    if (drawn) {
      sizes.observe(drawn)
      changes.observe(drawn, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    }
    frame.addEventListener('load', soon, true)
    soon()
    return () => {
      cancelAnimationFrame(due)
      sizes.disconnect()
      changes.disconnect()
      frame.removeEventListener('load', soon, true)
    }
  }
  const [ref] = useState(() => watch)
  return { spots, ref }
}
