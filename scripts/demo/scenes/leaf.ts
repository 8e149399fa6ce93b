/** A leaf, and where it grows. */
import { group, line, path } from '../draw.ts'

export const leaf = (fill: string, vein: string) =>
  path('M0 0C-46-50-52-130 0-200 52-130 46-50 0 0Z', fill) +
  path('M0 0C46-50 52-130 0-200Z', '#000000', 'opacity=".1"') +
  line(
    'M0 0V-186M0-50l-22-24M0-50l22-24M0-92l-26-26M0-92l26-26M0-132l-18-18M0-132l18-18',
    vein,
    3,
    'opacity=".55"',
  )

export const placed = (x: number, y: number, turn: number, scale: number, part: string) =>
  group(`transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"`, part)
