import { lineHeight, wrapLines } from '../pdf/wrap-lines.ts'
import type { TextBlock } from './page.ts'

/** Width of a text in millimeters. */
export type Measure = (text: string, look: { size: number; bold: boolean }) => number

/** A line with its top and left, in millimeters. */
export type PlacedLine = { text: string; x: number; y: number; size: number; bold: boolean }

const smallestShare = 0.45
const step = 0.95

/** The lines of a block, in the largest size in which all fit; centered vertically. What never fits is cut. */
export function flowText(block: TextBlock, measure: Measure): PlacedLine[] {
  let share = 1
  let lines = linesAt(block, share, measure)
  while (share > smallestShare && heightOf(lines) > block.height) {
    share *= step
    lines = linesAt(block, share, measure)
  }
  return placed(block, cutTo(lines, block.height), measure)
}

type Line = Omit<PlacedLine, 'x' | 'y'>

function linesAt({ lines, width }: TextBlock, share: number, measure: Measure): Line[] {
  return lines.flatMap(({ text, size, bold = false }) => {
    const look = { size: size * share, bold }
    return wrapLines(text, width, (part) => measure(part, look)).map((line) => ({
      text: line,
      ...look,
    }))
  })
}

function heightOf(lines: Line[]): number {
  return lines.reduce((sum, { size }) => sum + size * lineHeight, 0)
}

function cutTo(lines: Line[], height: number): Line[] {
  const kept = lines.filter((_, at) => heightOf(lines.slice(0, at + 1)) <= height)
  const last = kept.at(-1)
  if (kept.length === lines.length || !last) return kept
  return [...kept.slice(0, -1), { ...last, text: `${last.text.slice(0, -1)}…` }]
}

function placed(block: TextBlock, lines: Line[], measure: Measure): PlacedLine[] {
  let y = block.y + (block.height - heightOf(lines)) / 2
  return lines.map((line) => {
    const rest = block.width - measure(line.text, line)
    const spot = { ...line, x: block.x + (block.align === 'center' ? rest / 2 : 0), y }
    y += line.size * lineHeight
    return spot
  })
}
