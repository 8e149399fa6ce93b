/** Form submissions of one person: finds and merges duplicates, undoes merges, and shows a timeline. */

import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { businessCards } from '../../schema/cards/tables.ts'
import { DuplicateList, Submission, sourceName } from '../../schema/inbox/inbox.ts'
import {
  busyMessage,
  EntryMerge,
  EntrySplit,
  Timeline,
  type TimelineItem,
} from '../../schema/inbox/merge.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import type { App } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { allow, isAllowed } from '../http/rules.ts'
import { type Db, database } from '../platform/database.ts'
import { minuteMs } from '../platform/time.ts'
import { findContact, findDuplicates } from './contacts.ts'
import { mergeEntries } from './merge-entries.ts'
import { findSubmission, type SubmissionPart, submissionColumns } from './queries.ts'
import { submissionNotFound, submissionOwners } from './rules.ts'
import { splitEntry } from './split-entries.ts'

export const mergesRoutes = new Hono<App>()

const notLastMessage = 'This was merged or split in the meantime. Reload the page.'

mergesRoutes.get(
  '/:id/duplicates',
  endpoint({
    access: 1,
    rule: submissionOwners,
    allowsReplica: true,
    response: DuplicateList,
    summary: 'Other form submissions with the same email address or phone number, up to 19',
  }),
  async (c) => {
    const id = pathId(c.req.param('id'))
    const found = orNotFound(await findDuplicates(database(c.env.DB), id), submissionNotFound)
    allow(c, submissionOwners, found)
    return c.json(found.entries)
  },
)

mergesRoutes.get(
  '/:id/timeline',
  endpoint({
    access: 1,
    rule: submissionOwners,
    allowsReplica: true,
    response: Timeline,
    summary: 'What a person sent, and what was done with it, newest first, up to 100',
  }),
  async (c) => {
    const id = pathId(c.req.param('id'))
    const found = orNotFound(await findTimeline(database(c.env.DB), id), submissionNotFound)
    allow(c, submissionOwners, found)
    return c.json(found.items)
  },
)

mergesRoutes.post(
  '/merge',
  endpoint({
    access: 1,
    rule: submissionOwners,
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
    const outcome = await mergeEntries(db, wish, (card) => isAllowed(c, submissionOwners, card))
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
    rule: submissionOwners,
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
  allow(c, submissionOwners, found)
  return id
}

const maxLogged = 300
const maxShown = 100
// A note is saved while it is typed.
const togetherMs = 10 * minuteMs

type Logged = Awaited<ReturnType<typeof loggedOf>>[number]

/**
 * Returns the timeline, from submissions and the audit log, and the owner; undefined if there is no such entry. Views, saves and
 * clicks are not in it: they are stored without anything that tells whose they are.
 */
async function findTimeline(
  db: Db,
  id: number,
): Promise<{ userId: number; items: TimelineItem[] } | undefined> {
  const [[row], logged] = await db.batch([
    db
      .select({ ...submissionColumns, userId: businessCards.userId })
      .from(formSubmissions)
      .innerJoin(businessCards, eq(businessCards.id, formSubmissions.cardId))
      .where(and(eq(formSubmissions.id, id), isNull(businessCards.deletedAt))),
    loggedOf(db, id),
  ])
  if (!row) return undefined
  const items = [...[row, ...row.parts].flatMap(sentItems), ...logged.flatMap(changeItems)]
  const sorted = items.toSorted((a, b) => b.at.localeCompare(a.at))
  return { userId: row.userId, items: withoutRepeats(sorted).slice(0, maxShown) }
}

function loggedOf(db: Db, id: number) {
  const { at, actor, action, target, details } = auditLog
  return db
    .select({
      ...{ at, actor, action, details },
      entryId: sql<number>`cast(substr(${target}, 7) as integer)`,
      assignee: sql<string | null>`(select coalesce(nullif(full_name, ''), username) from users
        where users.id = ${details} ->> '$.assigneeId')`,
    })
    .from(auditLog)
    .where(
      sql`${target} in (select 'entry ' || id from form_submissions where id = ${id} or merged_into = ${id})`,
    )
    .orderBy(desc(auditLog.id))
    .limit(maxLogged)
}

function sentItems(part: SubmissionPart): TimelineItem[] {
  const { id: entryId, timestamp, capturedAt, capturedBy, revisedAt } = part
  const detail = part.event || part.sharePoint || sourceName(part.source)
  const met = capturedAt
    ? { at: capturedAt, kind: 'captured' as const, actor: capturedBy }
    : { at: timestamp, kind: 'sent' as const, actor: null }
  const corrected = { at: revisedAt ?? '', kind: 'corrected' as const, actor: null, detail: null }
  return [{ ...met, entryId, detail }, ...(revisedAt ? [{ ...corrected, entryId }] : [])]
}

const changeKinds = ['note', 'status', 'followUpOn', 'tags', 'fields'] as const

function changeItems({ action, details, assignee, ...logged }: Logged): TimelineItem[] {
  const item = (kind: TimelineItem['kind'], detail: string | null = null) => ({
    ...logged,
    kind,
    detail,
  })
  if (action === 'submissions-merged') return [item('merged')]
  if (action === 'submission-split') return [item('split')]
  const fields = Array.isArray(details.fields) ? details.fields : []
  const has = (name: string) =>
    fields.includes(name) || (name === 'tags' && /addTag|removeTag/.test(fields.join()))
  const changed = changeKinds.flatMap((kind) => {
    if (!has(kind)) return []
    const to = kind === 'status' ? statusOf(details.status) : null
    return to === 'seen' ? [] : [item(kind, to)]
  })
  if (!fields.includes('assignee')) return changed
  return [...changed, assignee ? item('assigned', assignee) : item('unassigned')]
}

/** The new status; a change of a single entry also records the former one. */
function statusOf(status: unknown): string | null {
  if (typeof status === 'string') return status
  const to = typeof status === 'object' && status !== null && 'to' in status ? status.to : null
  return typeof to === 'string' ? to : null
}

/** Keeps only the last of the same changes that one person made to an entry within ten minutes. */
function withoutRepeats(newestFirst: TimelineItem[]): TimelineItem[] {
  return newestFirst.filter(
    (one, index) =>
      !newestFirst
        .slice(Math.max(0, index - 10), index)
        .some(
          (later) =>
            later.kind === one.kind &&
            later.actor === one.actor &&
            later.entryId === one.entryId &&
            !['sent', 'captured', 'merged', 'split'].includes(one.kind) &&
            Date.parse(later.at) - Date.parse(one.at) < togetherMs,
        ),
  )
}
