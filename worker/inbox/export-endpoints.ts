/** The form submissions of a card as files, and as a list of changes to pull. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import * as z from 'zod/mini'
import type { Card } from '../../schema/cards/card.ts'
import {
  ContactExport,
  ContactFormat,
  ContactsQuery,
  DoneExport,
  EntriesPage,
  EntriesQuery,
} from '../../schema/inbox/inbox.ts'
import { requireUser } from '../accounts/sessions.ts'
import { cardOfPath } from '../cards/rules.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import { csvResponse, textStream } from '../platform/download.ts'
import { contactsResponse, listExports, saveExport } from './contact-exports.ts'
import { contactFile } from './contacts.ts'
import { readEntryChanges, readEntryCursor, writeEntryCursor } from './entry-changes.ts'
import { submissionContacts, submissionTable } from './inbox-export.ts'
import { findReadableCard, inboxReaders } from './rules.ts'

export const inboxExportRoutes = new Hono<App>()

inboxExportRoutes.get(
  '/business-cards/:id/entries',
  endpoint({
    access: 1,
    apiToken: 'read',
    rule: inboxReaders,
    load: cardOfPath,
    export: true,
    query: EntriesQuery,
    response: EntriesPage,
    summary: 'Changes of the form submissions of a card since a cursor, for incremental sync',
  }),
  etag({ weak: true }),
  async (c) => {
    const { id } = await findReadableCard(c)
    const { cursor, limit } = c.req.valid('query')
    const after = cursor === '' ? 0 : readEntryCursor(c.env, id, cursor)
    if (after === undefined)
      fail(400, 'This cursor was not issued for this card. Start again without one.')
    if (after === 'expired') fail(400, 'This cursor has expired. Start again without one.')
    const { last, ...page } = await readEntryChanges(c.env, { cardId: id, after, limit })
    c.header('Cache-Control', 'private, no-cache')
    return c.json({ ...page, cursor: writeEntryCursor(c.env, id, last) } satisfies EntriesPage)
  },
)

inboxExportRoutes.get(
  '/business-cards/:id/contacts.csv',
  endpoint({
    access: 1,
    rule: inboxReaders,
    load: cardOfPath,
    allowsReplica: true,
    export: true,
    query: ContactsQuery,
    responseType: 'text/csv',
    summary: 'Form submissions of a card in the import format of another program',
    audit: { kind: 'data-exported', details: { what: 'submissions' } },
  }),
  async (c) => {
    const card = await findReadableCard(c)
    const query = { ...c.req.valid('query'), stem: fileStem(card) }
    return contactsResponse(database(c.env.DB), card, query)
  },
)

inboxExportRoutes.get(
  '/business-cards/:id/contact-exports',
  endpoint({
    access: 1,
    rule: inboxReaders,
    load: cardOfPath,
    response: z.array(ContactExport),
    summary: 'Your last export of the contacts of a card by format, and what is new since',
    audit: null,
  }),
  async (c) => {
    const { id: cardId } = await findReadableCard(c)
    return c.json(await listExports(database(c.env.DB), { userId: requireUser(c).id, cardId }))
  },
)

inboxExportRoutes.put(
  '/business-cards/:id/contact-exports/:format',
  endpoint({
    access: 1,
    rule: inboxReaders,
    load: cardOfPath,
    body: DoneExport,
    maxBody: kB,
    status: 204,
    summary: 'Record that you have exported the contacts up to an entry',
    example: { lastEntry: 41 },
    audit: null,
  }),
  async (c) => {
    const { id: cardId } = await findReadableCard(c)
    const { data } = ContactFormat.safeParse(c.req.param('format'))
    const format = orNotFound(data, 'There is no such format.')
    const { lastEntry } = c.req.valid('json')
    const key = { userId: requireUser(c).id, cardId }
    await saveExport(database(c.env.DB), key, { format, lastEntry })
    return c.body(null, 204)
  },
)

inboxExportRoutes.get(
  '/business-cards/:id/submissions.csv',
  endpoint({
    access: 1,
    rule: inboxReaders,
    load: cardOfPath,
    allowsReplica: true,
    export: true,
    responseType: 'text/csv',
    summary: 'Form submissions of a card as CSV',
    audit: { kind: 'data-exported', details: { what: 'submissions' } },
  }),
  async (c) => {
    const card = await findReadableCard(c)
    return csvResponse({ stem: fileStem(card) }, await submissionTable(database(c.env.DB), card))
  },
)

inboxExportRoutes.get(
  '/business-cards/:id/submissions.vcf',
  endpoint({
    access: 1,
    rule: inboxReaders,
    load: cardOfPath,
    allowsReplica: true,
    export: true,
    responseType: 'text/vcard',
    summary: 'Form submissions of a card as vCards',
    audit: { kind: 'data-exported', details: { what: 'submissions' } },
  }),
  async (c) => {
    const card = await findReadableCard(c)
    const contacts = submissionContacts(database(c.env.DB), card, publicOrigin(c.env, c.req.raw))
    return contactFile(c, { stem: fileStem(card), text: textStream(contacts) })
  },
)

function fileStem({ name, slug }: Card): string {
  return `${name ?? slug}-inbox-${new Date().toISOString().slice(0, 10)}`
}
