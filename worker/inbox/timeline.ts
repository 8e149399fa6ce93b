/**
 * The timeline of a contact, from its submissions and the audit log. Views, saves and clicks are not in it: they are
 * stored without anything that tells whose they are.
 */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/cards/tables.ts'
import { sourceName } from '../../schema/inbox/inbox.ts'
import type { TimelineItem } from '../../schema/inbox/merge.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import type { Db } from '../platform/database.ts'
import { minuteMs } from '../platform/time.ts'
import { type SubmissionPart, submissionColumns } from './queries.ts'

const maxLogged = 300
const maxShown = 100
// A note is saved while it is typed.
const togetherMs = 10 * minuteMs

/** The timeline and the owner; undefined if there is no such entry. */
export async function findTimeline(
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

type Logged = Awaited<ReturnType<typeof loggedOf>>[number]

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

/** The new status: a change of one entry has the former one, too. */
function statusOf(status: unknown): string | null {
  if (typeof status === 'string') return status
  const to = typeof status === 'object' && status !== null && 'to' in status ? status.to : null
  return typeof to === 'string' ? to : null
}

/** Of the same change of the same person within ten minutes, the last. */
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
