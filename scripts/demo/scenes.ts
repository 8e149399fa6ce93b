/** The scenes of covers and galleries. */
import { drawing, rect } from './draw.ts'
import type { Palette } from './palettes.ts'

export type SceneName = string

/** A scene in the colours of a palette: 1200 by 800, or 400 high for a cover. */
export function drawScene(_: SceneName, palette: Palette, shape: 'cover' | 'gallery'): string {
  const height = shape === 'cover' ? 400 : 800
  return drawing(1200, height, rect([0, 0, 1200, height], palette.soft))
}
