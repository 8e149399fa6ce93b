import { useState } from 'react'
import { t } from '../../messages/t.ts'

/** Returns the hotspots of the card rendered inside the element with `ref`, kept in sync with its layout. */
export function useHotspots() {
  const [hotspots, setSpots] = useState<Hotspot[]>([])
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
  return { hotspots, ref }
}

/** A part of the card that can be edited by a tap: its selector and the label of its button. */
type HotspotTarget = {
  key: string
  label: string
  selector: string
  /** The selector of the ancestor to outline instead, such as the row. */
  outlineSelector?: string
}

const hotspotTargets: HotspotTarget[] = [
  { key: 'name', label: t('Edit Full Name'), selector: '.bc-name' },
  { key: 'title', label: t('Edit Job Title'), selector: '.bc-role' },
  { key: 'company', label: t('Edit Company Name'), selector: '.bc-org' },
  { key: 'phone', label: t('Edit Phone Number'), selector: '.p-tel', outlineSelector: '.bc-row' },
  {
    key: 'email',
    label: t('Edit Email Address'),
    selector: '.u-email',
    outlineSelector: '.bc-row',
  },
  { key: 'website', label: t('Edit Website URL'), selector: '.u-url', outlineSelector: '.bc-row' },
  { key: 'address', label: t('Edit Address'), selector: '.p-adr', outlineSelector: '.bc-row' },
  { key: 'about', label: t('Edit About Section'), selector: '.bc-txt', outlineSelector: 'section' },
  { key: 'buttons', label: t('Edit Buttons'), selector: '.bc-ctas' },
  { key: 'social', label: t('Edit Social Media'), selector: '.bc-soc' },
  { key: 'gallery', label: t('Edit Gallery'), selector: '.bc-gal' },
  { key: 'videoUrl', label: t('Edit Video URL'), selector: '.bc-vid' },
  { key: 'avatar', label: t('Edit Profile Picture'), selector: '.bc-ava' },
  { key: 'logo', label: t('Edit Logo'), selector: '.bc-org img', outlineSelector: '.bc-org' },
]

export type Hotspot = HotspotTarget & { left: number; top: number; width: number; height: number }

/** Measures the targets present, in pixels relative to the frame. */
function measureHotspots(frame: HTMLElement): Hotspot[] {
  const corner = frame.getBoundingClientRect()
  return hotspotTargets.flatMap((target) => {
    const found = frame.querySelector(target.selector)
    const element = target.outlineSelector ? found?.closest(target.outlineSelector) : found
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
