/** Form submissions of one person: found, merged, and split again. For the owner of the cards, or level 5. */
import { type Context, Hono } from 'hono'
import { canReadSubmissions } from '../../schema/access.ts'
import { DuplicateList, Submission } from '../../schema/inbox/inbox.ts'
import { busyMessage, EntryMerge, EntrySplit, Timeline } from '../../schema/inbox/merge.ts'
import { requireUser } from '../accounts/sessions.ts'
import { othersHidden } from '../cards/rules.ts'
import type { App } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { database } from '../platform/database.ts'
import { findContact, findDuplicates } from './contacts.ts'
import { mergeEntries } from './merge-entries.ts'
import { findSubmission } from './queries.ts'
import { splitEntry } from './split-entries.ts'
import { findTimeline } from './timeline.ts'

export const mergesRoutes = new Hono<App>()

const submissionNotFound = 'Form submission not found'
const notLastMessage = 'This was merged or split in the meantime. Reload the page.'

mergesRoutes.get(
  '/:id/duplicates',
  endpoint({
    access: 1,
    rule: othersHidden,
    allowsReplica: true,
    response: DuplicateList,
    summary: 'Other form submissions with the same email address or phone number, up to 19',
  }),
  async (c) => {
    const id = pathId(c.req.param('id'))
    const found = orNotFound(await findDuplicates(database(c.env.DB), id), submissionNotFound)
    if (!canReadSubmissions(requireUser(c), found)) fail(404, submissionNotFound)
    return c.json(found.entries)
  },
)

mergesRoutes.get(
  '/:id/timeline',
  endpoint({
    access: 1,
    rule: othersHidden,
    allowsReplica: true,
    response: Timeline,
    summary: 'What a person sent, and what was done with it, newest first, up to 100',
  }),
  async (c) => {
    const id = pathId(c.req.param('id'))
    const found = orNotFound(await findTimeline(database(c.env.DB), id), submissionNotFound)
    if (!canReadSubmissions(requireUser(c), found)) fail(404, submissionNotFound)
    return c.json(found.items)
  },
)

mergesRoutes.post(
  '/merge',
  endpoint({
    access: 1,
    rule: othersHidden,
    body: EntryMerge,
    maxBody: 16 * kB,
    response: Submission,
    summary: 'Merge form submissions of one person; the newest shows all',
    example: { ids: [7, 9], answers: { phone: 7 } },
    errors: { 404: 'Form submission not found', 409: busyMessage },
    audit: 'submissions-merged',
  }),
  async (c) => {
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
  },
)

mergesRoutes.post(
  '/:id/split',
  endpoint({
    access: 1,
    rule: othersHidden,
    body: EntrySplit,
    maxBody: kB,
    response: Submission,
    summary: 'Undo the last merge of a form submission',
    example: { merge: 3 },
    errors: { 404: 'Form submission not found', 409: busyMessage },
    audit: 'submission-split',
  }),
  async (c) => {
    const db = database(c.env.DB)
    const id = await findOwn(c)
    const apart = await splitEntry(db, id, c.req.valid('json').merge)
    if (apart === 'busy') fail(409, busyMessage)
    if (!apart) fail(409, notLastMessage)
    c.set('changed', { id, split: apart })
    return c.json(orNotFound(await findContact(db, id), submissionNotFound))
  },
)

async function findOwn(c: Context<App>): Promise<number> {
  const id = pathId(c.req.param('id') ?? '')
  const found = orNotFound(await findSubmission(database(c.env.DB), id), submissionNotFound)
  if (!canReadSubmissions(requireUser(c), found)) fail(404, submissionNotFound)
  return id
}
