/** A table, and turned shapes that stand on it. */
import { blur, gradient, group, path, rect, softEllipse } from '../draw.ts'

export const table = (wall: string[], top: string[], edge = 620) =>
  `<defs>${gradient('wall', wall, 60)}${gradient('top', top)}${blur('soft', 14)}</defs>${rect([0, 0, 1200, edge], 'url(#wall)')}${rect([0, edge, 1200, 800 - edge], 'url(#top)')}`

export const under = (x: number, y: number, width: number) =>
  softEllipse([x + width * 0.1, y, width * 0.62, 14], 0.3)

/** A turned shape, lit from the left: `d` is its right half, from the middle of the top to the middle of the foot. */
export function turned(x: number, y: number, d: string, fill: string): string {
  const both = `<path d="M0 0${d}Z"/><path transform="scale(-1 1)" d="M0 0${d}Z"/>`
  return group(
    `transform="translate(${x} ${y})"`,
    group(`fill="${fill}"`, both) +
      path(`M0 0${d}Z`, '#000000', 'opacity=".16"') +
      group('transform="scale(-.55 1)"', path(`M0 0${d}Z`, '#ffffff', 'opacity=".14"')),
  )
}
