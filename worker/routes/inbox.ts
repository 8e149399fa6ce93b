/** The inbox of a card: its form submissions, for the owner; and the visitor data they contain. */
import { type Context, Hono } from 'hono'
import { submissionContact } from '../../card/contact/vcard-submission.ts'
import { canReadSubmissions } from '../../schema/access.ts'
import type { Card } from '../../schema/card.ts'
import { answerLabels } from '../../schema/form.ts'
import { InboxQuery, type Submission, SubmissionChange, submitterName } from '../../schema/inbox.ts'
import { VisitorQuery } from '../../schema/visitor-data.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { jsonBody, pathId, queryParams } from '../body.ts'
import { findCard } from '../cards/card-queries.ts'
import { opensContactsInline } from '../cards/contact-file.ts'
import { type App, publicOrigin } from '../env.ts'
import { fail, orNotFound, requirePermission } from '../errors.ts'
import { submissionContacts, submissionTable } from '../inbox/inbox-export.ts'
import {
  changeSubmission,
  deleteSubmission,
  eraseSubmissionsOf,
  findSubmission,
  findSubmissionsOf,
  listSubmissions,
} from '../inbox/submission-queries.ts'
import { findCardOfPath } from '../middleware/prefetch.ts'
import { csvResponse } from '../platform/csv.ts'
import { database } from '../platform/database.ts'
import { contentDisposition, textStream } from '../platform/download.ts'

export const inboxRoutes = new Hono<App>()

const submissionNotFound = 'Form submission not found'

inboxRoutes.get('/business-cards/:id/submissions', queryParams(InboxQuery), async (c) => {
  const card = await findReadableCard(c)
  return c.json(await listSubmissions(database(c.env.DB), card.id, c.req.valid('query')))
})

inboxRoutes.get('/business-cards/:id/submissions.csv', async (c) => {
  const card = await findReadableCard(c)
  return csvResponse({ stem: fileStem(card) }, await submissionTable(database(c.env.DB), card))
})

inboxRoutes.get('/business-cards/:id/submissions.vcf', async (c) => {
  const card = await findReadableCard(c)
  const contacts = submissionContacts(database(c.env.DB), card, publicOrigin(c.env, c.req.raw))
  return contactFile(c, { stem: fileStem(card), text: textStream(contacts) })
})

inboxRoutes.get('/submissions/:id', async (c) => c.json(await findOwnSubmission(c)))

inboxRoutes.get('/submissions/:id/contact', async (c) => {
  const submission = await findOwnSubmission(c)
  const card = orNotFound(await findCard(database(c.env.DB), submission.cardId), submissionNotFound)
  const labels = answerLabels(card.formConfig)
  const text = submissionContact(submission, { labels, origin: publicOrigin(c.env, c.req.raw) })
  return contactFile(c, { stem: submitterName(submission.formData), text })
})

inboxRoutes.patch('/submissions/:id', jsonBody(SubmissionChange), async (c) => {
  const { id } = await findOwnSubmission(c)
  return c.json(
    orNotFound(
      await changeSubmission(database(c.env.DB), id, c.req.valid('json')),
      submissionNotFound,
    ),
  )
})

inboxRoutes.delete('/submissions/:id', async (c) => {
  const { id } = await findOwnSubmission(c)
  await deleteSubmission(database(c.env.DB), id)
  return c.body(null, 204)
})

async function findReadableCard(c: Context<App>): Promise<Card> {
  const card = orNotFound(await findCardOfPath(c), 'Card not found')
  requirePermission(
    canReadSubmissions(requireUser(c), card),
    "You don't have permission to view the form submissions of this card",
  )
  return card
}

// The response does not reveal whether an entry of another user exists.
async function findOwnSubmission(c: Context<App>): Promise<Submission> {
  const id = pathId(c.req.param('id') ?? '')
  const { entry, userId } = orNotFound(
    await findSubmission(database(c.env.DB), id),
    submissionNotFound,
  )
  if (!canReadSubmissions(requireUser(c), { userId })) fail(404, submissionNotFound)
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
visitorDataRoutes.post('/', jsonBody(VisitorQuery), async (c) => {
  const visitor = { ...c.req.valid('json'), ...readableCards(c) }
  return c.json({ entries: await findSubmissionsOf(database(c.env.DB), visitor) })
})

visitorDataRoutes.delete('/', jsonBody(VisitorQuery), async (c) => {
  const visitor = { ...c.req.valid('json'), ...readableCards(c) }
  const erased = await eraseSubmissionsOf(database(c.env.DB), visitor)
  c.set('changed', { erased })
  return c.json({ erased })
})

/** Level 5 can read the entries of all cards, other users those of their own cards. */
function readableCards(c: Context<App>): { ownerId?: number } {
  const { id, accessLevel } = requireUser(c)
  return accessLevel === 5 ? {} : { ownerId: id }
}
