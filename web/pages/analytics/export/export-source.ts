import type { ExportSection } from '../../../../schema/export.ts'
import type { PdfContent } from './pdf/types.ts'

export type ExportFormat = 'csv' | 'pdf'

/** What a press on an export button takes away. */
export type ExportSource = {
  /** Where the table is read from. */
  csv: string
  /** What stands in the PDF; asked for on the press. */
  pdf: () => Promise<PdfContent>
  /** Name of the file without its ending. */
  stem: string
  /** Whether nothing was ever counted here. */
  empty: boolean
}

/** `{name}-analytics-{section}-{YYYY-MM-DD}`, with the day it is in the zone. */
export function exportStem(
  name: string,
  section: ExportSection,
  zone: string,
  now = new Date(),
): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now)
  return `${name}-analytics-${section}-${day}`
}
