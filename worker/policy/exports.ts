/** Who may take analytics away. */
import type { Row } from './row.ts'

export const nothingToExport = 'No data available to export'

export const exportRows: Record<string, Row> = {
  'GET /api/analytics/:id/export': {
    who: 1,
    summary: "A card's events or figures as CSV or NDJSON",
    rule: 'owner of the card, or level 4; what submissions hold: owner, or level 5',
    media: 'text/csv',
    refuses: { 404: nothingToExport },
  },
  'GET /api/account-analytics/export': {
    who: 1,
    summary: "The events or figures of an account's cards as CSV or NDJSON",
    rule: 'card of another, user and everybody=1: level 4; what submissions hold: owner, or level 5',
    media: 'text/csv',
    refuses: { 404: nothingToExport },
  },
}
