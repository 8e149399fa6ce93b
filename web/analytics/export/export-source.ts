import type { ExportSection } from '../../../schema/analytics/analytics-export.ts'
import type { PdfContent } from './pdf/types.ts'

export type ExportFormat = 'csv' | 'pdf'

/** What an export button downloads. */
export type ExportSource = {
  /** URL of the table. */
  csv: string
  /** Loads the PDF's content on demand. */
  pdf: () => Promise<PdfContent>
  /** File name without extension. */
  stem: string
  /** Whether there have been no events at all. */
  empty: boolean
}

/** `{name}-analytics-{section}-{YYYY-MM-DD}`, with the current day in the time zone. */
export function exportStem(
  name: string,
  section: ExportSection,
  zone: string,
  now = new Date(),
): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now)
  return `${name}-analytics-${section}-${day}`
}
