/** Policy rows of the exchange form and the inbox. */
import { InboxPage, Submission } from '../../schema/inbox.ts'
import { VisitorData, VisitorErasure } from '../../schema/visitor-data.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

const ownOr5 = 'the card owner, or level 5'
const onlyOwn = 'on your own cards; at level 5 on all cards'
const othersHidden = 'the card owner, or level 5; not found for anyone else'

export const inboxRows: Record<string, PolicyRow> = {
  'POST /api/form-submissions': {
    access: 'anyone',
    summary: "Submit a card's exchange form",
    maxBody: 32 * kB,
    requestTypes: ['application/json', 'application/x-www-form-urlencoded'],
    status: 201,
    errors: { 404: 'Card not found', 429: tooManyAttemptsMessage },
  },
  'GET /api/business-cards/:id/submissions': {
    access: 1,
    prefetch: 'card',
    allowsReplica: true,
    summary: 'Form submissions of a card, newest first, paginated',
    rule: ownOr5,
    response: InboxPage,
  },
  'GET /api/business-cards/:id/submissions.csv': {
    access: 1,
    prefetch: 'card',
    export: true,
    allowsReplica: true,
    summary: 'Form submissions of a card as CSV',
    rule: ownOr5,
    responseType: 'text/csv',
  },
  'GET /api/business-cards/:id/submissions.vcf': {
    access: 1,
    prefetch: 'card',
    export: true,
    allowsReplica: true,
    summary: 'Form submissions of a card as vCards',
    rule: ownOr5,
    responseType: 'text/vcard',
  },
  'GET /api/submissions/:id': {
    access: 1,
    summary: 'A form submission',
    rule: othersHidden,
    response: Submission,
  },
  'GET /api/submissions/:id/contact': {
    access: 1,
    summary: 'A form submission as a vCard',
    rule: othersHidden,
    responseType: 'text/vcard',
  },
  'PATCH /api/submissions/:id': {
    access: 1,
    summary: 'Change the status or note of a form submission',
    rule: othersHidden,
    maxBody: 16 * kB,
    response: Submission,
  },
  'POST /api/visitor-data': {
    access: 1,
    summary: 'Form submissions of a visitor, by email address',
    rule: onlyOwn,
    maxBody: kB,
    response: VisitorData,
  },
  'DELETE /api/visitor-data': {
    access: 1,
    summary: 'Erase the form submissions of a visitor',
    requiresRecentAuth: true,
    rule: onlyOwn,
    maxBody: kB,
    response: VisitorErasure,
  },
  'DELETE /api/submissions/:id': {
    access: 1,
    summary: 'Delete a form submission',
    rule: othersHidden,
    status: 204,
  },
}
