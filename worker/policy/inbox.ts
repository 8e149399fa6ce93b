/** Policy rows of the exchange form and the inbox. */
import { Entry, InboxPage } from '../../schema/inbox.ts'
import { VisitorData, VisitorErasure } from '../../schema/visitor-data.ts'
import { kB, type Row, wait } from './row.ts'

const ownOr5 = 'the card owner, or level 5'
const onlyOwn = 'on your own cards; at level 5 on all cards'
const othersHidden = 'the card owner, or level 5; not found for anyone else'

export const inboxRows: Record<string, Row> = {
  'POST /api/form-submissions': {
    who: 'anyone',
    summary: "Submit a card's exchange form",
    maxBody: 32 * kB,
    types: ['application/json', 'application/x-www-form-urlencoded'],
    status: 201,
    refuses: { 404: 'Card not found', 429: wait },
  },
  'GET /api/business-cards/:id/submissions': {
    who: 1,
    lags: true,
    summary: 'Form submissions of a card, newest first, paginated',
    rule: ownOr5,
    answer: InboxPage,
  },
  'GET /api/business-cards/:id/submissions.csv': {
    who: 1,
    export: true,
    lags: true,
    summary: 'Form submissions of a card as CSV',
    rule: ownOr5,
    media: 'text/csv',
  },
  'GET /api/business-cards/:id/submissions.vcf': {
    who: 1,
    export: true,
    lags: true,
    summary: 'Form submissions of a card as vCards',
    rule: ownOr5,
    media: 'text/vcard',
  },
  'GET /api/submissions/:id': {
    who: 1,
    summary: 'A form submission',
    rule: othersHidden,
    answer: Entry,
  },
  'GET /api/submissions/:id/contact': {
    who: 1,
    summary: 'A form submission as a vCard',
    rule: othersHidden,
    media: 'text/vcard',
  },
  'PATCH /api/submissions/:id': {
    who: 1,
    summary: 'Change the status or note of a form submission',
    rule: othersHidden,
    maxBody: 16 * kB,
    answer: Entry,
  },
  'POST /api/visitor-data': {
    who: 1,
    summary: 'Form submissions of a visitor, by email address',
    rule: onlyOwn,
    maxBody: kB,
    answer: VisitorData,
  },
  'DELETE /api/visitor-data': {
    who: 1,
    summary: 'Erase the form submissions of a visitor',
    fresh: true,
    rule: onlyOwn,
    maxBody: kB,
    answer: VisitorErasure,
  },
  'DELETE /api/submissions/:id': {
    who: 1,
    summary: 'Delete a form submission',
    rule: othersHidden,
    status: 204,
  },
}
