/** Form submissions of one person: found, merged, and split again. For the owner of the cards, or level 5. */
import { type Context, Hono } from 'hono'
import { canReadSubmissions } from '../../schema/access.ts'
import { busyMessage, EntryMerge, EntrySplit } from '../../schema/merge.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { jsonBody, pathId } from '../body.ts'
import type { App } from '../env.ts'
import { fail, orNotFound } from '../errors.ts'
import { findContact, findDuplicates } from '../inbox/contacts.ts'
import { mergeEntries } from '../inbox/merge-entries.ts'
import { splitEntry } from '../inbox/split-entries.ts'
import { findSubmission } from '../inbox/submission-queries.ts'
import { findTimeline } from '../inbox/timeline.ts'
import { database } from '../platform/database.ts'

export const mergesRoutes = new Hono<App>()

const submissionNotFound = 'Form submission not found'
const notLastMessage = 'This was merged or split in the meantime. Reload the page.'

mergesRoutes.get('/:id/duplicates', async (c) => {
  const id = pathId(c.req.param('id'))
  const found = orNotFound(await findDuplicates(database(c.env.DB), id), submissionNotFound)
  if (!canReadSubmissions(requireUser(c), found)) fail(404, submissionNotFound)
  return c.json(found.entries)
})

mergesRoutes.get('/:id/timeline', async (c) => {
  const id = pathId(c.req.param('id'))
  const found = orNotFound(await findTimeline(database(c.env.DB), id), submissionNotFound)
  if (!canReadSubmissions(requireUser(c), found)) fail(404, submissionNotFound)
  return c.json(found.items)
})

mergesRoutes.post('/merge', jsonBody(EntryMerge), async (c) => {
  const db = database(c.env.DB)
  const wish = c.req.valid('json')
  const actor = requireUser(c)
  const outcome = await mergeEntries(db, wish, (card) => canReadSubmissions(actor, card))
  if ('error' in outcome) {
    if (outcome.error === 'not found') fail(404, submissionNotFound)
    fail(outcome.error === busyMessage ? 409 : 400, outcome.error)
  }
  c.set('changed', { id: outcome.id, merged: wish.ids })
  return c.json(orNotFound(await findContact(db, outcome.id), submissionNotFound))
})

mergesRoutes.post('/:id/split', jsonBody(EntrySplit), async (c) => {
  const db = database(c.env.DB)
  const id = await findOwn(c)
  const apart = await splitEntry(db, id, c.req.valid('json').merge)
  if (apart === 'busy') fail(409, busyMessage)
  if (!apart) fail(409, notLastMessage)
  c.set('changed', { id, split: apart })
  return c.json(orNotFound(await findContact(db, id), submissionNotFound))
})

async function findOwn(c: Context<App>): Promise<number> {
  const id = pathId(c.req.param('id') ?? '')
  const found = orNotFound(await findSubmission(database(c.env.DB), id), submissionNotFound)
  if (!canReadSubmissions(requireUser(c), found)) fail(404, submissionNotFound)
  return id
}
