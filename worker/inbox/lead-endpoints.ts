/** Leads of booth mode: what to ask, and the batches that a device sends when it has a connection. */

import { createHash } from 'node:crypto'
import { and, asc, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { consentText } from '../../card/parts/ExchangeForm.tsx'
import { boards } from '../../schema/boards/tables.ts'
import type { Card } from '../../schema/cards/card.ts'
import type { FormConfig } from '../../schema/inbox/form.ts'
import { capturedSource, inboxFullMessage } from '../../schema/inbox/inbox.ts'
import {
  formQuestions,
  Lead,
  LeadBatch,
  LeadForm,
  LeadId,
  LeadResults,
  leadAnswers,
  leadBatchMaxBytes,
  leadBatchMaxKeys,
} from '../../schema/inbox/lead.ts'
import { isShareCode } from '../../schema/tracking/event.ts'
import { mayStillWrite } from '../accounts/auth-version.ts'
import { requireUser } from '../accounts/sessions.ts'
import { findCard } from '../cards/queries.ts'
import { cardOfPath } from '../cards/rules.ts'
import type { App, Bindings } from '../env.ts'
import { tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint, loaded } from '../http/endpoint.ts'
import { fail, orNotFound } from '../http/errors.ts'
import { allow } from '../http/rules.ts'
import { type Db, database, jsonChunks } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { dayMs } from '../platform/time.ts'
import { wordsIn } from '../public/languages.ts'
import { hasRoom, hasRoomFor, limitAdded, listNew } from './added-contacts.ts'
import { leadCapturers } from './rules.ts'

export const leadsRoutes = new Hono<App>()

const otherUserMessage = 'Sign in as the user who captured these leads.'
const tooManyLeadsMessage =
  'You have added as many leads as one user can in a day. The others can be sent tomorrow.'

// The card was handed over or the session ended in the meantime.
const changedMessage = 'You can no longer add leads to this card.'

leadsRoutes.get(
  '/business-cards/:id/lead-form',
  endpoint({
    access: 1,
    rule: leadCapturers,
    load: cardOfPath,
    allowsReplica: true,
    response: LeadForm,
    summary: 'What booth mode asks for: questions, consent and events',
  }),
  async (c) => {
    const card = orNotFound(await loaded(c, cardOfPath), 'Card not found')
    const user = requireUser(c)
    allow(c, leadCapturers, card)
    const consent = consentText(card, wordsIn(card.language))
    return c.json(await findLeadForm(database(c.env.DB), { card, userId: user.id, consent }))
  },
)

leadsRoutes.post(
  '/leads/batch',
  endpoint({
    access: 1,
    rule: leadCapturers,
    body: LeadBatch,
    maxKeys: leadBatchMaxKeys,
    maxBody: leadBatchMaxBytes,
    response: LeadResults,
    summary: 'Add people met in person to the inbox of a card, each once',
    example: {
      cardId: 1,
      leads: [
        {
          clientId: '0192f0c4-5a1e-4c1b-9a55-3b1f0d7c2a10',
          capturedAt: '2026-04-20T09:30:00Z',
          answers: { name: 'Grace Hopper', company: 'Navy', email: 'grace@example.com' },
          rating: 'hot',
          note: 'Wants a demo in May',
        },
      ],
    },
    errors: { 404: 'Card not found', 429: tooManyAttemptsMessage },
    audit: 'leads-captured',
  }),
  async (c) => {
    const { cardId, userId, leads } = c.req.valid('json')
    const user = requireUser(c)
    if (userId !== undefined && userId !== user.id) fail(401, otherUserMessage)
    const db = database(c.env.DB)
    const card = orNotFound(await findCard(db, cardId), 'Card not found')
    allow(c, leadCapturers, card)
    const wait = await limitLeadCalls(c.env, user.id)
    if (wait > 0) fail(429, tooManyAttemptsMessage, { headers: { 'Retry-After': `${wait}` } })
    const may = mayStillWrite(user, card)
    const stored = await storeLeads(c.env, { userId: user.id, card, may }, leads)
    if ('wait' in stored)
      fail(429, tooManyLeadsMessage, { headers: { 'Retry-After': `${stored.wait}` } })
    c.set('changed', { id: cardId, added: stored.added })
    return c.json({ results: stored.results })
  },
)

/** The questions and the consent of the card's form, and the events of the caller or with the card's share points. */
async function findLeadForm(
  db: Db,
  { card, userId, consent }: { card: Card; userId: number; consent: string },
): Promise<LeadForm> {
  const { id, name, startsAt, fromDay, toDay, questions } = boards
  const events = await db
    .select({ id, name, from: fromDay, to: toDay, questions })
    .from(boards)
    .where(
      and(
        isNull(boards.archivedAt),
        sql`${boards.endsAt} > ${Date.now() - dayMs}`,
        isOpenTo(sql`${boards.id}`, { userId, card }),
      ),
    )
    .orderBy(asc(startsAt), asc(id))
    .all()
  return {
    cardId: card.id,
    name: card.name ?? card.slug,
    consent,
    questions: formQuestions(card.formConfig),
    events,
  }
}

/** SQL: the event is the user's own, or has a share point of the card. */
function isOpenTo(id: SQL, { userId, card }: { userId: number; card: { id: number } }): SQL {
  return sql`exists (select 1 from occasions as open where open.id = ${id} and (open.user_id = ${userId} or exists (
    select 1 from occasion_points as member join share_points as point on point.id = member.share_point_id
    where member.occasion_id = open.id and point.card_id = ${card.id})))`
}

type Capture = {
  userId: number
  card: Pick<Card, 'id' | 'formConfig'>
  /** Checked by each statement that stores leads. */
  may: SQL
}

type Added = { cardId: number; at: string; chunk: string }

/**
 * Stores each valid lead once and returns an outcome per lead; above the limit, stores nothing and returns the seconds to wait.
 * Drops codes and events that the card no longer has, because nobody can capture the lead again.
 */
export async function storeLeads(
  env: Bindings,
  capture: Capture,
  sent: unknown[],
): Promise<(LeadResults & { added: number }) | { wait: number }> {
  const db = database(env.DB)
  const parsed = sent.map((lead) => ({ lead, ...Lead.safeParse(lead) }))
  const valid = parsed.flatMap(({ data }) => data ?? [])
  const now = Date.now()
  const rows = valid.map((lead) => rowOf(lead, capture.card.formConfig, now))
  const ids = rows.map(({ clientId }) => clientId)
  const missing = await listNew(db, capture.card.id, ids)
  const texts = rows.flatMap((row) => (missing.delete(row.clientId) ? JSON.stringify(row) : []))
  const wait = await limitAdded(env, { userId: capture.userId, by: 'leads', texts })
  if (wait > 0) return { wait }
  const added = await insertLeads(db, { ...capture, now }, texts)
  const lost = await listNew(db, capture.card.id, ids)
  const isFull = lost.size > 0 && !(await hasRoomFor(db, capture.card.id, 1))
  const lostMessage = isFull ? inboxFullMessage : changedMessage
  const results = parsed.map(({ lead, data, error }) => {
    if (!data)
      return { clientId: idOf(lead), status: 'refused' as const, message: messageOf(error) }
    const { clientId } = data
    return lost.has(clientId.toLowerCase())
      ? { clientId, status: 'refused' as const, message: lostMessage }
      : { clientId, status: 'stored' as const, message: null }
  })
  return { results, added }
}

// D1 binds at most 100 values a statement, so the leads travel as JSON.
async function insertLeads(
  db: Db,
  { card, userId, may, now }: Capture & { now: number },
  texts: string[],
): Promise<number> {
  const known = sql`exists (select 1 from share_points as point
    where point.code = value ->> 'source' and point.card_id = ${card.id})`
  const at = new Date(now).toISOString()
  let added = 0
  for (const chunk of jsonChunks(texts)) {
    const insert = sql`insert into form_submissions (card_id, client_id, form_data, consent_hash,
      submitter_ip, source, note, rating, captured_at, captured_by, occasion_id, timestamp)
    select ${card.id}, value ->> 'clientId', value -> 'answers', value ->> 'consentHash', 'Unknown',
      iif(${known}, value ->> 'source', ${capturedSource}), value ->> 'note', value ->> 'rating',
      value ->> 'capturedAt', ${userId},
      iif(${isOpenTo(sql`value ->> 'eventId'`, { userId, card })}, value ->> 'eventId', null), ${at}
    from json_each(${chunk}) where ${may} and ${hasRoom(card.id)}
    on conflict (card_id, client_id) do nothing returning id`
    let attempts = 0
    const stored = await repeatable(() => {
      attempts += 1
      // Returns the rows, because the number of changes would include those of triggers.
      return db.all(insert)
    })
    // An earlier attempt, whose response was lost, may have added them.
    added += attempts === 1 ? stored.length : await countAddedAt(db, { cardId: card.id, at, chunk })
  }
  return added
}

async function countAddedAt(db: Db, { cardId, at, chunk }: Added): Promise<number> {
  const stored = await db.get<{ n: number }>(sql`select count(*) as n from form_submissions
    where card_id = ${cardId} and timestamp = ${at}
      and client_id in (select value ->> 'clientId' from json_each(${chunk}))`)
  return stored.n
}

const maxAheadMs = 120_000
const maxAgeMs = 90 * dayMs

function rowOf(lead: Lead, form: FormConfig, now: number) {
  const { clientId, rating, note, consent, eventId = null, source } = lead
  const at = Date.parse(lead.capturedAt)
  const isPlausible = at <= now + maxAheadMs && at >= now - maxAgeMs
  return {
    ...{ clientId: clientId.toLowerCase(), rating, note, eventId },
    answers: leadAnswers(lead, form),
    consentHash: consent && createHash('sha256').update(consent).digest('hex'),
    source: source && isShareCode(source) ? source : null,
    capturedAt: new Date(isPlausible ? at : now).toISOString(),
  }
}

function idOf(lead: unknown): string | null {
  const { clientId } = { clientId: undefined, ...(typeof lead === 'object' ? lead : {}) }
  return LeadId.safeParse(clientId).data ?? null
}

function messageOf(error: { issues: { message: string }[] } | undefined): string {
  return error?.issues[0]?.message ?? 'This lead is not in the expected format.'
}

/** Counts a call of the user. Returns 0, or the seconds to wait. */
function limitLeadCalls(env: Bindings, userId: number): Promise<number> {
  const max = Number(env.LEAD_CALLS_PER_10_MINUTES)
  return consumeLimit(env, { kind: 'leads', subject: `${userId}`, max, window: 600 })
}
