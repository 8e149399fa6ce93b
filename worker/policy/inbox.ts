/** Policy rows of the exchange form and the inbox. */
import * as z from 'zod/mini'
import { ContactExport } from '../../schema/contact-export.ts'
import { ContactFieldList, manyValuesMessage } from '../../schema/contact-field.ts'
import {
  BulkResult,
  EntriesPage,
  InboxPage,
  noColleagueMessage,
  Submission,
} from '../../schema/inbox.ts'
import { LeadForm, LeadResults, leadBatchMaxBytes } from '../../schema/lead.ts'
import { SubmissionReceipt } from '../../schema/receipt.ts'
import { VisitorData, VisitorErasure } from '../../schema/visitor-data.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

const ownOr5 = 'the card owner, or level 5'
const receiptMissing = 'This link has expired, or what was sent is deleted'
const mailLinkMissing = 'This link has expired'
const onlyOwn = 'on your own cards; at level 5 on all cards'
const othersHidden = 'the card owner, or level 5; not found for anyone else'
const workers =
  'the card owner, the colleague it is assigned to, or level 5; not found for anyone else'

/** Seven answers of 2,000 characters, URL-encoded: a Chinese or Thai character takes nine bytes. */
const maxFormBody = 128 * kB

export const inboxRows: Record<string, PolicyRow> = {
  'POST /api/form-submissions': {
    access: 'anyone',
    summary: "Submit a card's contact form",
    maxBody: maxFormBody,
    requestTypes: ['application/json', 'application/x-www-form-urlencoded'],
    status: 201,
    response: SubmissionReceipt,
    errors: { 404: 'Card not found', 429: tooManyAttemptsMessage },
  },
  'GET /receipt/:token': {
    access: 'anyone',
    summary: 'What a visitor sent, for whoever has the private link',
    rule: 'the link, for 90 days',
    responseType: 'text/html',
    errors: { 404: receiptMissing },
  },
  'POST /receipt/:token': {
    access: 'anyone',
    summary: 'Correct what was sent',
    rule: 'the link, for 90 days',
    maxBody: maxFormBody,
    requestTypes: ['application/x-www-form-urlencoded'],
    responseType: 'text/html',
    errors: { 404: receiptMissing, 429: tooManyAttemptsMessage },
  },
  'POST /receipt/:token/delete': {
    access: 'anyone',
    summary: 'Delete what was sent; it is still counted',
    rule: 'the link, for 90 days',
    maxBody: kB,
    responseType: 'text/html',
    errors: { 404: receiptMissing, 429: tooManyAttemptsMessage },
  },
  'GET /mail/confirm/:token': {
    access: 'anyone',
    summary: 'The button that confirms an email address',
    rule: 'the link in the email, for 2 days',
    responseType: 'text/html',
    errors: { 404: mailLinkMissing },
  },
  'POST /mail/confirm/:token': {
    access: 'anyone',
    summary: 'Confirm an email address, and send the copies that wait for it',
    rule: 'the link in the email, for 2 days',
    maxBody: kB,
    responseType: 'text/html',
    errors: { 404: mailLinkMissing },
  },
  'GET /mail/stop/:token': {
    access: 'anyone',
    summary: 'The button that stops the emails that the link is in',
    rule: 'the link in the email',
    responseType: 'text/html',
    errors: { 404: mailLinkMissing },
  },
  'POST /mail/stop/:token': {
    access: 'anyone',
    summary: 'Stop these emails, also with one click (RFC 8058)',
    rule: 'the link in the email',
    maxBody: kB,
    responseType: 'text/html',
    errors: { 404: mailLinkMissing },
  },
  'POST /mail/stop/:token/undo': {
    access: 'anyone',
    summary: 'Allow these emails again',
    rule: 'the link in the email',
    maxBody: kB,
    responseType: 'text/html',
    errors: { 404: mailLinkMissing },
  },
  'GET /api/business-cards/:id/submissions': {
    access: 1,
    prefetch: 'card',
    allowsReplica: true,
    summary: 'Form submissions of a card, newest first, paginated',
    rule: ownOr5,
    response: InboxPage,
  },
  'GET /api/business-cards/:id/entries': {
    access: 1,
    prefetch: 'card',
    export: true,
    summary: 'Changes of the form submissions of a card since a cursor, for incremental sync',
    rule: ownOr5,
    response: EntriesPage,
    apiToken: 'read',
  },
  'GET /api/business-cards/:id/contacts.csv': {
    access: 1,
    prefetch: 'card',
    export: true,
    allowsReplica: true,
    summary: 'Form submissions of a card in the import format of another program',
    rule: ownOr5,
    responseType: 'text/csv',
  },
  'GET /api/business-cards/:id/contact-exports': {
    access: 1,
    prefetch: 'card',
    summary: 'Your last export of the contacts of a card by format, and what is new since',
    rule: ownOr5,
    response: z.array(ContactExport),
  },
  'PUT /api/business-cards/:id/contact-exports/:format': {
    access: 1,
    prefetch: 'card',
    summary: 'Record that you have exported the contacts up to an entry',
    rule: ownOr5,
    audit: false,
    maxBody: kB,
    status: 204,
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
  'GET /api/business-cards/:id/lead-form': {
    access: 1,
    prefetch: 'card',
    allowsReplica: true,
    summary: 'What booth mode asks for: questions, consent and events',
    rule: ownOr5,
    response: LeadForm,
  },
  'POST /api/leads/batch': {
    access: 1,
    summary: 'Add people met in person to the inbox of a card, each once',
    rule: ownOr5,
    maxBody: leadBatchMaxBytes,
    response: LeadResults,
    errors: { 404: 'Card not found', 429: tooManyAttemptsMessage },
  },
  'GET /api/submissions': {
    access: 1,
    allowsReplica: true,
    summary:
      'Form submissions of all own cards, or those assigned to the caller, newest first, paginated',
    rule: 'own cards, and what colleagues assigned',
    response: InboxPage,
  },
  'POST /api/submissions/bulk': {
    access: 1,
    summary: 'Change or delete up to 200 form submissions',
    rule: 'leaves out those that the caller may not change',
    maxBody: 16 * kB,
    response: BulkResult,
    errors: { 404: noColleagueMessage, 429: tooManyAttemptsMessage },
  },
  'POST /api/submissions/restore': {
    access: 1,
    summary: 'Restore form submissions deleted in the last 15 minutes',
    rule: 'leaves out those of cards that the caller may not read',
    maxBody: 4 * kB,
    response: BulkResult,
  },
  'GET /api/account/contact-fields': {
    access: 1,
    summary: 'Your own fields of form submissions',
    response: ContactFieldList,
  },
  'PUT /api/account/contact-fields': {
    access: 1,
    summary: 'Change your own fields of form submissions',
    maxBody: 32 * kB,
    response: ContactFieldList,
    errors: { 409: manyValuesMessage, 429: tooManyAttemptsMessage },
  },
  'GET /api/submissions/:id': {
    access: 1,
    summary: 'A form submission',
    rule: workers,
    response: Submission,
  },
  'GET /api/submissions/:id/contact': {
    access: 1,
    summary: 'A form submission as a vCard',
    rule: workers,
    responseType: 'text/vcard',
  },
  'PATCH /api/submissions/:id': {
    access: 1,
    summary:
      'Change the status, note, follow-up, tags, own fields or assignee of a form submission',
    rule: `${workers}; only the card owner and level 5 can assign it`,
    maxBody: 32 * kB,
    response: Submission,
    errors: { 404: noColleagueMessage, 429: tooManyAttemptsMessage },
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
