import type { PrintChart } from './draw-chart.ts'

/** What a PDF holds, in words and numbers ready to be read. */
export type PdfContent = {
  /** What it is about: a card's name, or whose account. */
  name: string
  title: string
  /** Period and zone, a line each. */
  lines: string[]
  parts: PdfPart[]
}

export type PdfTable = {
  head: string[]
  rows: string[][]
  /** How many of the columns, from the first, are words; the others are numbers. */
  words: number
}

/** A heading with what stands under it. */
export type PdfPart = {
  title: string
  note?: string
  figures?: { label: string; value: string; note?: string }[]
  chart?: PrintChart
  table?: PdfTable
}
