/** The inbox: form submissions for the owners of the cards, and for the colleagues they are assigned to. */

import type { SQL } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { submissionContact } from '../../card/contact/vcard-submission.ts'
import { canReadSubmissions, canWorkOnSubmission } from '../../schema/access.ts'
import { answerLabels } from '../../schema/inbox/form.ts'
import {
  AllInboxQuery,
  BulkChange,
  BulkResult,
  EntryIds,
  InboxPage,
  InboxQuery,
  noColleagueMessage,
  Submission,
  SubmissionChange,
  submitterName,
} from '../../schema/inbox/inbox.ts'
import { saveTimeZone } from '../accounts/notification-preferences.ts'
import { requireUser } from '../accounts/sessions.ts'
import { cardOfPath } from '../cards/rules.ts'
import { type App, publicOrigin } from '../env.ts'
import { auditInBatch, noteAudit } from '../http/audit.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission, tooManyRequests } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { allow } from '../http/rules.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { consumeLimit, isWithinLimit, userKey } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import { findColleague } from '../users/transfer.ts'
import { asContact, contactFile, findContact } from './contacts.ts'
import {
  countStored,
  deletableParts,
  deleteEntries,
  restorableParts,
  restoreEntries,
} from './deleted-entries.ts'
import { changeEntries, limitEntries, listForChange, mayStillChange } from './entry-changes.ts'
import { listSubmissions } from './inbox-list.ts'
import { type Assigned, changeSubmission, findSubmission, markAsRead } from './queries.ts'
import {
  findReadableCard,
  inboxReaders,
  submissionNotFound,
  submissionOwners,
  submissionWorkers,
} from './rules.ts'
import { exceedsFieldValues, fitFields, listContactFields } from './settings.ts'

export const inboxRoutes = new Hono<App>()

const mergedMessage = 'This submission was merged into another. Open that one.'
const wrongValue = 'This value does not fit the field. Reload and try again.'
const tooManyValues = 'This has values of 50 fields. Remove the value of another field first.'
const onlyOwnerAssigns = 'Only the card owner can assign this.'
// Enough for a day at a trade show, too few to find out who has an account.
const assignmentsAnHour = 60

inboxRoutes.get(
  '/business-cards/:id/submissions',
  endpoint({
    access: 1,
    rule: inboxReaders,
    load: cardOfPath,
    allowsReplica: true,
    query: InboxQuery,
    response: InboxPage,
    summary: 'Form submissions of a card, newest first, paginated',
  }),
  async (c) => {
    const { id: cardId } = await findReadableCard(c)
    const query = c.req.valid('query')
    await limitFilters(c, query)
    const list = { scope: { cardId }, me: requireUser(c).id, query }
    return c.json(await listSubmissions(database(c.env.DB), list))
  },
)

inboxRoutes.get(
  '/submissions',
  endpoint({
    access: 1,
    rule: 'own cards, and what colleagues assigned',
    allowsReplica: true,
    query: AllInboxQuery,
    response: InboxPage,
    summary:
      'Form submissions of all own cards, or those assigned to the caller, newest first, paginated',
  }),
  async (c) => {
    const { id: me } = requireUser(c)
    const { of, ...query } = c.req.valid('query')
    await limitFilters(c, query)
    const scope = of === 'assigned' ? { assigneeId: me } : { ownerId: me }
    return c.json(await listSubmissions(database(c.env.DB), { scope, me, query }))
  },
)

inboxRoutes.get(
  '/submissions/:id',
  endpoint({
    access: 1,
    rule: submissionWorkers,
    response: Submission,
    summary: 'A form submission',
  }),
  async (c) => c.json(asContact((await findWorkable(c)).entry)),
)

inboxRoutes.get(
  '/submissions/:id/contact',
  endpoint({
    access: 1,
    rule: submissionWorkers,
    responseType: 'text/vcard',
    summary: 'A form submission as a vCard',
  }),
  async (c) => {
    const entry = asContact((await findWorkable(c)).entry)
    const labels = { ...answerLabels({ fields: [] }), ...entry.labels }
    const text = submissionContact(entry, { labels, origin: publicOrigin(c.env, c.req.raw) })
    return contactFile(c, { stem: submitterName(entry.formData), text })
  },
)

inboxRoutes.patch(
  '/submissions/:id',
  endpoint({
    access: 1,
    rule: [submissionWorkers, 'only the card owner and level 5 can assign it'],
    body: SubmissionChange,
    maxBody: 32 * kB,
    response: Submission,
    summary:
      'Change the status, note, follow-up, tags, own fields or assignee of a form submission',
    example: {
      status: 'done',
      note: 'Called her on Monday',
      followUpOn: '2026-12-01',
      tags: ['Partner'],
      fields: { Budget: 12000 },
      assignee: 'grace-hopper',
    },
    errors: { 404: noColleagueMessage, 429: tooManyAttemptsMessage },
    audit: 'submission-changed',
  }),
  async (c) => {
    const found = await findWorkable(c)
    const { entry, userId } = found
    if (entry.mergedInto !== null) fail(409, mergedMessage)
    const { assignee, timeZone, read, ...change } = c.req.valid('json')
    const db = database(c.env.DB)
    const may = mayStillChange(requireUser(c), { isOwners: !!assignee })
    if (read) await markAsReadByCaller(c, found, may)
    if (Object.keys(change).length === 0 && assignee === undefined) {
      // An administrator who only looks leaves no trace of a change.
      if (!c.get('changed')) noteAudit(c, { isSkipped: true })
      return c.json(orNotFound(await findContact(db, entry.id), submissionNotFound))
    }
    if (change.fields) await requireFittingFields(db, found, change.fields)
    if (assignee)
      requirePermission(canReadSubmissions(requireUser(c), { userId }), onlyOwnerAssigns)
    const assigned = await assignedTo(c, assignee)
    if (timeZone) await saveTimeZone(db, requireUser(c).id, timeZone)
    const { status } = change
    if (!(await changeSubmission(db, entry.id, { ...change, ...assigned, may })))
      fail(404, submissionNotFound)
    c.set('changed', {
      fields: Object.keys(c.req.valid('json')),
      ...(status && { status: { from: entry.status, to: status } }),
      ...assigned,
    })
    return c.json(orNotFound(await findContact(db, entry.id), submissionNotFound))
  },
)

inboxRoutes.post(
  '/submissions/bulk',
  endpoint({
    access: 1,
    rule: 'leaves out those that the caller may not change',
    body: BulkChange,
    maxBody: 16 * kB,
    response: BulkResult,
    summary: 'Change or delete up to 200 form submissions',
    example: { ids: [7, 8, 9], change: { status: 'seen', addTag: 'Hannover' } },
    errors: { 404: noColleagueMessage, 429: tooManyAttemptsMessage },
    audit: 'submissions-changed',
  }),
  async (c) => {
    const { ids, change } = c.req.valid('json')
    const actor = requireUser(c)
    const db = database(c.env.DB)
    const found = await listForChange(db, ids)
    const isOwners = 'delete' in change || !!change.assignee
    const allowed = found
      .filter((entry) =>
        isOwners ? canReadSubmissions(actor, entry) : canWorkOnSubmission(actor, entry),
      )
      .map(({ id }) => id)
    await limitBulk(c, 'changed', allowed.length)
    if ('assignee' in change && change.assignee) await limitBulk(c, 'assigned', allowed.length)
    if ('delete' in change) {
      noteAudit(c, { isSkipped: true })
      for (const some of await deletableParts(db, allowed)) {
        const audited = auditInBatch(c, change, { ids: some })
        await repeatable(() => db.batch([...deleteEntries(db, actor, some), audited]))
      }
      return c.json({ changed: allowed.length })
    }
    const { assignee, timeZone, ...other } = change
    const { status } = other
    if (timeZone) await saveTimeZone(db, actor.id, timeZone)
    const assigned = await assignedTo(c, assignee)
    // Without tags, which can identify the person and would outlive the erasure of the entry.
    const details = { fields: Object.keys(change), ...(status && { status }), ...assigned }
    const audited = auditInBatch(c, details, { ids: allowed })
    const may = mayStillChange(actor, { isOwners })
    const changing = changeEntries(db, allowed, { ...other, ...assigned, may })
    await repeatable(() => db.batch([changing, audited]))
    return c.json({ changed: allowed.length })
  },
)

inboxRoutes.post(
  '/submissions/restore',
  endpoint({
    access: 1,
    rule: 'leaves out those of cards that the caller may not read',
    body: EntryIds,
    maxBody: 4 * kB,
    response: BulkResult,
    summary: 'Restore form submissions deleted in the last 15 minutes',
    example: { ids: [7, 8, 9] },
    audit: 'submissions-restored',
  }),
  async (c) => {
    const { ids } = c.req.valid('json')
    const actor = requireUser(c)
    const db = database(c.env.DB)
    noteAudit(c, { isSkipped: true })
    for (const some of await restorableParts(db, actor, ids)) {
      const audited = auditInBatch(c, {}, { ids: some })
      await repeatable(() => db.batch([...restoreEntries(db, actor, some), audited]))
    }
    return c.json({ changed: await countStored(db, actor, ids) })
  },
)

inboxRoutes.delete(
  '/submissions/:id',
  endpoint({
    access: 1,
    rule: submissionOwners,
    status: 204,
    summary: 'Delete a form submission',
    audit: 'submission-deleted',
  }),
  async (c) => {
    const { entry, userId } = await findWorkable(c)
    const actor = requireUser(c)
    allow(c, submissionOwners, { userId })
    if (entry.mergedInto !== null) fail(409, mergedMessage)
    const db = database(c.env.DB)
    await repeatable(() => db.batch([...deleteEntries(db, actor, [entry.id])]))
    return c.body(null, 204)
  },
)

/** Fails with 429 above the daily limit of entries that the user changes or assigns in bulk. */
async function limitBulk(c: Context<App>, kind: 'changed' | 'assigned', entries: number) {
  const wait = await limitEntries(c.env, requireUser(c).id, { kind, entries })
  if (wait > 0) tooManyRequests(wait)
}

/** Parameters of a list for which an index is used. */
const indexed = new Set(['status', 'before', 'limit'])

/** Other filters look at all entries of an inbox, which costs more than other reads, so they are limited like writes. */
async function limitFilters(c: Context<App>, query: InboxQuery): Promise<void> {
  if (!Object.entries(query).some(([name, value]) => value && !indexed.has(name))) return
  const key = `filter ${userKey(requireUser(c))}`
  if (!(await isWithinLimit(c.env.WRITES, key))) tooManyRequests(60)
}

type Workable = Awaited<ReturnType<typeof findWorkable>>

// The response does not reveal whether an entry of another user exists.
async function findWorkable(c: Context<App>) {
  const id = pathId(c.req.param('id') ?? '')
  const found = orNotFound(await findSubmission(database(c.env.DB), id), submissionNotFound)
  allow(c, submissionWorkers, { userId: found.userId, assigneeId: found.workerId })
  return found
}

/** Marks the entry as seen if the caller is its owner or works on it; an administrator who only looks changes nothing. */
async function markAsReadByCaller(
  c: Context<App>,
  { entry, userId, workerId }: Workable,
  may: SQL,
): Promise<void> {
  const isReader = [userId, workerId].includes(requireUser(c).id)
  if (!isReader || entry.status !== 'new') return
  if (await markAsRead(database(c.env.DB), { id: entry.id, may }))
    c.set('changed', { fields: ['status'], status: { from: 'new', to: 'seen' } })
}

/** Fails with 400 if a value does not fit its field, and with 409 if the entry would have too many values. */
async function requireFittingFields(
  db: Db,
  { entry, userId }: Workable,
  fields: NonNullable<SubmissionChange['fields']>,
): Promise<void> {
  if (!fitFields(await listContactFields(db, userId), fields)) fail(400, wrongValue)
  if (exceedsFieldValues(entry.fields, fields)) fail(409, tooManyValues)
}

/** The columns for an assignment to the colleague with this username; none if undefined. Only level 5 sees users of level 5. */
async function assignedTo(c: Context<App>, username: string | null | undefined): Promise<Assigned> {
  if (username === undefined) return {}
  if (username === null) return { assigneeId: null, assignedAt: null }
  const { id, accessLevel } = requireUser(c)
  const limit = { kind: 'assign', subject: `${id}`, max: assignmentsAnHour, window: hourSeconds }
  const wait = await consumeLimit(c.env, limit)
  if (wait > 0) tooManyRequests(wait)
  const colleague = orNotFound(
    await findColleague(database(c.env.DB), username),
    noColleagueMessage,
  )
  if (colleague.accessLevel === 5 && accessLevel < 5) fail(404, noColleagueMessage)
  return { assigneeId: colleague.id, assignedAt: new Date().toISOString() }
}
