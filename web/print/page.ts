import { lineHeight, wrapLines } from '../pdf/wrap-lines.ts'
import type { QrLogo } from '../qr/load-logo.ts'
import type { QrPicture } from '../qr/qr-picture.ts'

/** Returns the width of a text in millimeters. */
export type Measure = (text: string, look: { size: number; bold: boolean }) => number

/** A line with its top and left, in millimeters. */
type PlacedLine = { text: string; x: number; y: number; size: number; bold: boolean }

type Line = Omit<PlacedLine, 'x' | 'y'>

/** The printed parts of a card. */
export type PrintedCard = {
  name: string
  title: string | null
  company: string | null
  /** The link as text, without `https://`. */
  link: string
  logo: QrLogo | undefined
  code: QrPicture
}

export type Box = { x: number; y: number; width: number; height: number }

/** Lines of text in a box. They wrap, and shrink together until all fit. */
export type TextBlock = Box & {
  kind: 'text'
  lines: { text: string; size: number; bold?: boolean }[]
  color: string
  ground: string
  align: 'left' | 'center'
  /** CSS families of bold and of other lines, in pictures only. */
  fonts?: { bold: string; plain: string }
}

export type PageItem =
  | TextBlock
  /** Rounded in pictures only. */
  | (Box & { kind: 'rectangle'; color: string; radius?: number })
  | (Box & { kind: 'image'; image: QrLogo })
  | { kind: 'code'; code: QrPicture; x: number; y: number; width: number }
  /** A hairline for cutting. */
  | { kind: 'mark'; from: [number, number]; to: [number, number] }
  /** Turned by 180 degrees around the center of the page. */
  | { kind: 'turned'; items: PageItem[] }

/** A page in millimeters: cut along `trim`, with ink up to `bleed` beyond it. */
export type PrintPage = {
  width: number
  height: number
  trim?: Box
  bleed?: number
  items: PageItem[]
}

/** Returns a link as text, without its scheme and fragment. */
export function shownLink(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/#.*$/, '')
}

/** Returns the name and, if the card has them, the title and company. */
export function linesOf({ name, title, company }: PrintedCard, size: number): TextBlock['lines'] {
  return [
    { text: name, size, bold: true },
    ...(title ? [{ text: title, size: size * 0.62 }] : []),
    ...(company ? [{ text: company, size: size * 0.62 }] : []),
  ]
}

const smallestShare = 0.45

const step = 0.95

/** Returns the lines of a block in the largest size that fits, vertically centered. Text that never fits is cut. */
export function flowText(block: TextBlock, measure: Measure): PlacedLine[] {
  let share = 1
  let lines = linesAt(block, share, measure)
  while (share > smallestShare && heightOf(lines) > block.height) {
    share *= step
    lines = linesAt(block, share, measure)
  }
  return placed(block, cutTo(lines, block.height), measure)
}

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
