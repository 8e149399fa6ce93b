/** Policy rows of the exchange form and the inbox. */
import { Entry, InboxPage } from '../../schema/inbox.ts'
import { VisitorData, VisitorErasure } from '../../schema/visitor-data.ts'
import { kB, type Row, wait } from './row.ts'

const ownOr5 = 'owner of the card, or level 5'
const onlyOwn = 'on the own cards; at level 5 on all'
const othersHidden = 'owner of the card, or level 5; for anybody else there is no such entry'

export const inboxRows: Record<string, Row> = {
  'POST /api/form-submissions': {
    who: 'anyone',
    summary: "Send a card's exchange form",
    maxBody: 32 * kB,
    types: ['application/json', 'application/x-www-form-urlencoded'],
    status: 201,
    refuses: { 404: 'Card not found', 429: wait },
  },
  'GET /api/business-cards/:id/submissions': {
    who: 1,
    lags: true,
    summary: 'The entries of a card, newest first, a page at a time',
    rule: ownOr5,
    answer: InboxPage,
  },
  'GET /api/business-cards/:id/submissions.csv': {
    who: 1,
    export: true,
    lags: true,
    summary: 'The entries of a card as a table',
    rule: ownOr5,
    media: 'text/csv',
  },
  'GET /api/business-cards/:id/submissions.vcf': {
    who: 1,
    export: true,
    lags: true,
    summary: 'The entries of a card as contacts',
    rule: ownOr5,
    media: 'text/vcard',
  },
  'GET /api/submissions/:id': { who: 1, summary: 'An entry', rule: othersHidden, answer: Entry },
  'GET /api/submissions/:id/contact': {
    who: 1,
    summary: 'An entry as a contact',
    rule: othersHidden,
    media: 'text/vcard',
  },
  'PATCH /api/submissions/:id': {
    who: 1,
    summary: "Change an entry's status or note",
    rule: othersHidden,
    maxBody: 16 * kB,
    answer: Entry,
  },
  'POST /api/visitor-data': {
    who: 1,
    summary: 'What a visitor left with exchange forms, found by their email',
    rule: onlyOwn,
    maxBody: kB,
    answer: VisitorData,
  },
  'DELETE /api/visitor-data': {
    who: 1,
    summary: 'Erase what a visitor left with exchange forms',
    fresh: true,
    rule: onlyOwn,
    maxBody: kB,
    answer: VisitorErasure,
  },
  'DELETE /api/submissions/:id': {
    who: 1,
    summary: 'Delete an entry',
    rule: othersHidden,
    status: 204,
  },
}
