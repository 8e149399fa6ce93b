/** Sheets of paper. */
import { group, rect, softRect } from '../draw.ts'

/** A sheet with its shadow, turned around its middle. */
export function sheet(
  box: [number, number, number, number],
  turn: number,
  inside: string,
  fill = '#fffdf8',
): string {
  const [x, y, w, h] = box
  return group(
    `transform="rotate(${turn} ${x + w / 2} ${y + h / 2})"`,
    softRect([x + 10, y + 16, w, h], 0.28) + rect(box, fill, 'rx="4"') + inside,
  )
}

export const lines = (x: number, y: number, widths: number[], color: string, gap = 26) =>
  widths.map((width, i) => rect([x, y + i * gap, width, 7], color, 'rx="3" opacity=".55"')).join('')
