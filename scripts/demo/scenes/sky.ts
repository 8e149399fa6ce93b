/** Sky, sun and trees. */
import { circle, darker, ellipse, glow, gradient, mix, path, rect } from '../draw.ts'

export const sky = (top: string, low: string) =>
  `<defs>${gradient('sky', [top, mix(top, low, 0.45), low])}</defs>${rect([0, 0, 1200, 800], 'url(#sky)')}`

/** A disc and its halo, which is clear where it ends. */
export const sun = (x: number, y: number, r: number, color: string) =>
  `<defs>${glow('halo', [`${color}b0`, `${color}38`, `${color}00`, `${color}00`])}</defs>` +
  circle([x, y, r * 4], 'url(#halo)') +
  circle([x, y, r], color)

export function tree(x: number, y: number, size: number, color: string): string {
  return (
    ellipse([x + size * 0.15, y + 3, size * 0.75, size * 0.12], '#000000', 'opacity=".14"') +
    rect([x - size * 0.05, y - size * 0.5, size * 0.1, size * 0.5], darker(color, 0.45)) +
    ellipse([x, y - size * 0.95, size * 0.48, size * 0.62], color) +
    path(
      `M${x} ${y - size * 1.57}a${size * 0.48} ${size * 0.62} 0 0 1 0 ${size * 1.24}c${size * 0.2}-${size * 0.4} ${size * 0.2}-${size * 0.9} 0-${size * 1.24}Z`,
      darker(color, 0.16),
    )
  )
}
