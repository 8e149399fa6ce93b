/** Who may read which figures. */
import { AccountReport } from '../../schema/account-report.ts'
import { CardReport, HistoryPage } from '../../schema/card-report.ts'
import type { Row } from './row.ts'

const ownOr4 = 'owner of the card, or level 4 and not below the owner'

export const wrongTime =
  'The time in the event id is wrong. Make the id with the time in the Date header and send it again.'

export const analyticsRows: Record<string, Row> = {
  'GET /api/analytics/:id': {
    who: 1,
    lags: true,
    summary: 'Totals, series, timing, breakdowns and the newest events of a card',
    rule: ownOr4,
    answer: CardReport,
    byToken: 'read',
  },
  'GET /api/analytics/:id/history': {
    who: 1,
    lags: true,
    summary: 'The views, clicks or saves of a card, newest first, a page at a time',
    rule: ownOr4,
    answer: HistoryPage,
    byToken: 'read',
  },
  'GET /api/account-analytics': {
    who: 1,
    lags: true,
    summary: 'Totals, series, timing and breakdowns over all cards of an account',
    rule: 'card of another, user and everybody=1: level 4, of users at or below the own level',
    answer: AccountReport,
    byToken: 'read',
  },
}
