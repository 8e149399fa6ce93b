/** Somebody walking by. */
import { circle, ellipse, group, path } from '../draw.ts'
import type { Palette } from '../palettes.ts'

export function person(x: number, y: number, size: number, p: Palette): string {
  return group(
    `transform="translate(${x} ${y}) scale(${size})"`,
    ellipse([6, 2, 34, 7], '#000000', 'opacity=".2"') +
      path('M-14 0l4-62h20l6 62h-9L2-40-5 0Z', p.ink) +
      path('M-18-60c-2-42 4-58 18-58s22 16 20 58Z', p.accent) +
      circle([1, -132, 13], '#b97d57') +
      path('M-12-134c0-18 26-18 26 0-4-8-18-10-26 0Z', p.ink),
  )
}
