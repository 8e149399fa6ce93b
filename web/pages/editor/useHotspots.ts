import { useState } from 'react'

/** Returns the hotspots of the card rendered inside the element with `ref`, kept in sync with its layout. */
export function useHotspots() {
  const [spots, setSpots] = useState<Hotspot[]>([])
  const watch = (frame: HTMLElement | null) => {
    if (!frame) return
    let last = ''
    let frameRequest = 0
    const measure = () => {
      frameRequest = 0
      const next = measureHotspots(frame)
      const text = JSON.stringify(next)
      if (text !== last) setSpots(next)
      last = text
    }
    const schedule = () => {
      frameRequest ||= requestAnimationFrame(measure)
    }
    const page = frame.querySelector('.bc-page')
    const sizes = new ResizeObserver(schedule)
    const changes = new MutationObserver(schedule)
    if (page) {
      sizes.observe(page)
      changes.observe(page, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    }
    frame.addEventListener('load', schedule, true)
    schedule()
    return () => {
      cancelAnimationFrame(frameRequest)
      sizes.disconnect()
      changes.disconnect()
      frame.removeEventListener('load', schedule, true)
    }
  }
  const [ref] = useState(() => watch)
  return { spots, ref }
}

/** A part of the card that can be edited by a tap: its selector and the label of its button. */
type HotspotTarget = {
  key: string
  label: string
  find: string
  /** The selector of the ancestor to outline instead, such as the row. */
  whole?: string
}

const hotspotTargets: HotspotTarget[] = [
  { key: 'name', label: 'Edit Full Name', find: '.bc-name' },
  { key: 'title', label: 'Edit Job Title', find: '.bc-role' },
  { key: 'company', label: 'Edit Company Name', find: '.bc-org' },
  { key: 'phone', label: 'Edit Phone Number', find: '.p-tel', whole: '.bc-row' },
  { key: 'email', label: 'Edit Email Address', find: '.u-email', whole: '.bc-row' },
  { key: 'website', label: 'Edit Website URL', find: '.u-url', whole: '.bc-row' },
  { key: 'address', label: 'Edit Address', find: '.p-adr', whole: '.bc-row' },
  { key: 'about', label: 'Edit About Section', find: '.bc-txt', whole: 'section' },
  { key: 'buttons', label: 'Edit Buttons', find: '.bc-ctas' },
  { key: 'social', label: 'Edit Social Media', find: '.bc-soc' },
  { key: 'gallery', label: 'Edit Gallery', find: '.bc-gal' },
  { key: 'videoUrl', label: 'Edit Video URL', find: '.bc-vid' },
  { key: 'avatar', label: 'Edit Profile Picture', find: '.bc-ava' },
  { key: 'logo', label: 'Edit Logo', find: '.bc-org img', whole: '.bc-org' },
]

export type Hotspot = HotspotTarget & { left: number; top: number; width: number; height: number }

/** Measures the targets present, in pixels relative to the frame. */
function measureHotspots(frame: HTMLElement): Hotspot[] {
  const corner = frame.getBoundingClientRect()
  return hotspotTargets.flatMap((target) => {
    const found = frame.querySelector(target.find)
    const element = target.whole ? found?.closest(target.whole) : found
    if (!element) return []
    const { left, top, width, height } = element.getBoundingClientRect()
    return [
      {
        ...target,
        left: Math.round(left - corner.left),
        top: Math.round(top - corner.top),
        width: Math.round(width),
        height: Math.round(height),
      },
    ]
  })
}
