/** The inbox of a card: its form submissions, for the owner; and the visitor data they contain. */
import { type Context, Hono } from 'hono'
import { entryContact } from '../../card/contact/vcard-entry.ts'
import { canReadEntries } from '../../schema/access.ts'
import type { Card } from '../../schema/card.ts'
import { answerLabels } from '../../schema/form.ts'
import { type Entry, EntryChange, entryName, InboxQuery } from '../../schema/inbox.ts'
import { VisitorQuery } from '../../schema/visitor-data.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { body, pathId, query } from '../body.ts'
import { findCard } from '../cards/card-queries.ts'
import { opensContactsInline } from '../cards/contact-file.ts'
import { type App, publicOrigin } from '../env.ts'
import { fail, orNotFound, requirePermission } from '../errors.ts'
import {
  changeEntry,
  deleteEntry,
  eraseVisitor,
  findEntry,
  findVisitor,
  listEntries,
} from '../inbox/entries.ts'
import { entryContacts, entryTable } from '../inbox/inbox-export.ts'
import { csvResponse } from '../platform/csv.ts'
import { database } from '../platform/database.ts'
import { contentDisposition, textStream } from '../platform/download.ts'

export const inboxRoutes = new Hono<App>()

const noEntry = 'Form submission not found'

inboxRoutes.get('/business-cards/:id/submissions', query(InboxQuery), async (c) => {
  const card = await readableCard(c)
  return c.json(await listEntries(database(c.env.DB), card.id, c.req.valid('query')))
})

inboxRoutes.get('/business-cards/:id/submissions.csv', async (c) => {
  const card = await readableCard(c)
  return csvResponse({ stem: fileStem(card) }, await entryTable(database(c.env.DB), card))
})

inboxRoutes.get('/business-cards/:id/submissions.vcf', async (c) => {
  const card = await readableCard(c)
  const contacts = entryContacts(database(c.env.DB), card, publicOrigin(c.env, c.req.raw))
  return contactFile(c, { stem: fileStem(card), text: textStream(contacts) })
})

inboxRoutes.get('/submissions/:id', async (c) => c.json(await ownEntry(c)))

inboxRoutes.get('/submissions/:id/contact', async (c) => {
  const entry = await ownEntry(c)
  const card = orNotFound(await findCard(database(c.env.DB), entry.cardId), noEntry)
  const labels = answerLabels(card.formConfig)
  const text = entryContact(entry, { labels, origin: publicOrigin(c.env, c.req.raw) })
  return contactFile(c, { stem: entryName(entry.formData), text })
})

inboxRoutes.patch('/submissions/:id', body(EntryChange), async (c) => {
  const { id } = await ownEntry(c)
  return c.json(orNotFound(await changeEntry(database(c.env.DB), id, c.req.valid('json')), noEntry))
})

inboxRoutes.delete('/submissions/:id', async (c) => {
  const { id } = await ownEntry(c)
  await deleteEntry(database(c.env.DB), id)
  return c.body(null, 204)
})

async function readableCard(c: Context<App>): Promise<Card> {
  const id = pathId(c.req.param('id') ?? '')
  const card = orNotFound(await findCard(database(c.env.DB), id), 'Card not found')
  requirePermission(
    canReadEntries(requireUser(c), card),
    "You don't have permission to view the form submissions of this card",
  )
  return card
}

// The response does not reveal whether an entry of another user exists.
async function ownEntry(c: Context<App>): Promise<Entry> {
  const id = pathId(c.req.param('id') ?? '')
  const { entry, userId } = orNotFound(await findEntry(database(c.env.DB), id), noEntry)
  if (!canReadEntries(requireUser(c), { userId })) fail(404, noEntry)
  return entry
}

function fileStem({ name, slug }: Card): string {
  return `${name ?? slug}-inbox-${new Date().toISOString().slice(0, 10)}`
}

function contactFile(
  c: Context<App>,
  { stem, text }: { stem: string; text: string | ReadableStream },
): Response {
  const inline = opensContactsInline(c.req.header('User-Agent') ?? '')
  c.header('Content-Type', 'text/vcard; charset=utf-8')
  c.header('Content-Disposition', contentDisposition({ stem, extension: 'vcf', inline }))
  return c.body(text)
}

// Visitor data: the owner of a card or the operator exports or erases it at the visitor's request.

export const visitorDataRoutes = new Hono<App>()

// In the body, because an address in the path would be in every log on the way.
visitorDataRoutes.post('/', body(VisitorQuery), async (c) => {
  const visitor = { ...c.req.valid('json'), ...withinReach(c) }
  return c.json({ entries: await findVisitor(database(c.env.DB), visitor) })
})

visitorDataRoutes.delete('/', body(VisitorQuery), async (c) => {
  const visitor = { ...c.req.valid('json'), ...withinReach(c) }
  const erased = await eraseVisitor(database(c.env.DB), visitor)
  c.set('changed', { erased })
  return c.json({ erased })
})

/** Level 5 can read the entries of all cards, other users those of their own cards. */
function withinReach(c: Context<App>): { ownerId?: number } {
  const { id, accessLevel } = requireUser(c)
  return accessLevel === 5 ? {} : { ownerId: id }
}
