import type { QrLogo } from '../qr/load-logo.ts'
import type { QrPicture } from '../qr/qr-picture.ts'

/** What is printed of a card. */
export type PrintedCard = {
  name: string
  title: string | null
  company: string | null
  /** The link in words, without `https://`. */
  link: string
  logo: QrLogo | undefined
  code: QrPicture
}

export type Box = { x: number; y: number; width: number; height: number }

/** Lines of text in a box, one below the other; each shrinks and wraps until all fit. */
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

/** A page in millimeters; `trim` is what remains after cutting, and ink reaches `bleed` beyond it. */
export type PrintPage = {
  width: number
  height: number
  trim?: Box
  bleed?: number
  items: PageItem[]
}

/** The link as text, without its scheme. */
export function shownLink(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/#.*$/, '')
}

/** The name, then the title and company that the card has. */
export function linesOf({ name, title, company }: PrintedCard, size: number): TextBlock['lines'] {
  return [
    { text: name, size, bold: true },
    ...(title ? [{ text: title, size: size * 0.62 }] : []),
    ...(company ? [{ text: company, size: size * 0.62 }] : []),
  ]
}
