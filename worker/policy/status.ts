/** Who may ask how the installation is. */
import { Health, Status } from '../../schema/status.ts'
import type { Row } from './row.ts'

export const statusRows: Record<string, Row> = {
  'GET /api/status': {
    who: 5,
    summary: 'How the installation is: what waits, what ran, what is backed up',
    answer: Status,
  },
  'GET /healthz': {
    who: 'anyone',
    summary: 'Whether the worker and its stores answer',
    answer: Health,
  },
}
