import type { PrintChart } from './draw-chart.ts'

/** The content of a PDF as formatted text and numbers. */
export type PdfContent = {
  /** The subject: a card's name, or the account's owner. */
  name: string
  title: string
  /** Period and time zone, one line each. */
  lines: string[]
  parts: PdfPart[]
}

export type PdfTable = {
  head: string[]
  rows: string[][]
  /** Number of leading text columns; the rest are numbers. */
  textColumns: number
}

/** A titled section. */
export type PdfPart = {
  title: string
  note?: string
  figures?: { label: string; value: string; note?: string }[]
  chart?: PrintChart
  table?: PdfTable
}
