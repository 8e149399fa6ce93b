/**
 * The daily quota of the email provider. Providers refuse emails beyond it, and announce neither the quota nor when it is
 * renewed. So after a refusal one email is tried at a time, and the emails accepted until then count as the quota.
 */

import type { Bindings } from '../env.ts'
import { repeatable } from './failures.ts'
import type { Refusal } from './mail-providers.ts'
import { dayMs, hourMs, minuteMs } from './time.ts'

/**
 * What emails are for, the most urgent first. `share`: once this part of the day's quota is used, they wait, so that the
 * rest is left for more urgent ones. `waitMs`: how long one may wait before it is a dead letter; a link in it is then
 * still valid for a while.
 */
const purposes = {
  reset: { share: 1, waitMs: 45 * minuteMs },
  account: { share: 1, waitMs: 2 * dayMs },
  message: { share: 0.75, waitMs: dayMs },
  confirmation: { share: 0.5, waitMs: 6 * dayMs },
  digest: { share: 0.5, waitMs: dayMs },
}

/**
 * `reset`: reset links. `account`: notices about an account, and alerts. `message`: what visitors and colleagues send.
 * `confirmation`: links that confirm an address. `digest`: summaries.
 */
export type MailPurpose = keyof typeof purposes

const allPurposes = Object.keys(purposes) as MailPurpose[]

/** How long emails of each purpose may wait, in milliseconds. */
export const mailWaits = Object.fromEntries(
  allPurposes.map((purpose) => [purpose, purposes[purpose].waitMs]),
) as Record<MailPurpose, number>

const pauseMs = { rate: minuteMs, quota: 15 * minuteMs, max: hourMs }
// Quotas grow, so one that was learned is tested again after a week without a refusal.
const learnedForMs = 7 * dayMs
// With fewer, others share the quota, or it was renewed while emails were sent.
const fewestLearned = 20

type Row = {
  since: number
  accepted: number
  learned: number | null
  refused_at: number
  paused_until: number
}

/** What may be sent. `pausedUntil` is a time in milliseconds, 0 if the provider has accepted the last email. */
export type MailQuota = { sendable: MailPurpose[]; pausedUntil: number }

/** Reads what may be sent now, the most urgent first; nothing for some minutes after a refusal. */
export async function readMailQuota(env: Bindings, now: number): Promise<MailQuota> {
  const row = await repeatable(() => env.DB.prepare('select * from mail_quota').first<Row>())
  const pausedUntil = row?.paused_until ?? 0
  if (pausedUntil > now) return { sendable: [], pausedUntil }
  const used = row && now - row.since < dayMs ? row.accepted : 0
  const perDay = quotaOf(env, row, now)
  const isSendable = (purpose: MailPurpose) =>
    isUrgent(purpose) || used < purposes[purpose].share * perDay
  return { sendable: allPurposes.filter(isSendable), pausedUntil }
}

/** True if emails of this purpose are never held back for others. */
export function isUrgent(purpose: MailPurpose): boolean {
  return purposes[purpose].share === 1
}

function quotaOf({ MAILS_A_DAY }: Bindings, row: Row | null, now: number): number {
  if (Number(MAILS_A_DAY) > 0) return Number(MAILS_A_DAY)
  const isKnown = row?.learned && now - row.refused_at < learnedForMs
  return isKnown ? (row.learned ?? Infinity) : Infinity
}

/**
 * The statement that counts an accepted email while it is in the outbox, so that a repeat does not count. A day begins with
 * the first email a day after the last one began, or with the first one after a refusal: the quota was renewed.
 */
export function countAccepted({ DB }: Bindings, id: string, now: number): D1PreparedStatement {
  const begins = `(?1 - since >= ${dayMs} or paused_until > 0)`
  return DB.prepare(
    `insert into mail_quota (id, since, accepted) select 1, ?1, 1 where exists (select 1 from mail_outbox where id = ?2)
     on conflict (id) do update set since = iif(${begins}, ?1, since), accepted = iif(${begins}, 1, accepted + 1), paused_until = 0`,
  ).bind(now, id)
}

/** Stores a refusal because of a quota, and returns when the next email may be tried. A rate limit is not stored. */
export async function recordRefusal(
  { DB }: Bindings,
  { cause, retryAfterMs }: Refusal,
  now: number,
): Promise<number> {
  const pause = retryAfterMs ?? (cause === 'rate' ? pauseMs.rate : pauseMs.quota)
  const until = now + Math.min(Math.max(pause, pauseMs.rate), pauseMs.max)
  if (cause === 'rate') return until
  const learns = `?3 and ?1 - since < ${dayMs} and accepted >= ${fewestLearned}`
  await repeatable(() =>
    DB.prepare(
      `insert into mail_quota (id, since, accepted, refused_at, paused_until) values (1, ?1, 0, ?1, ?2)
       on conflict (id) do update set learned = iif(${learns}, max(accepted, coalesce(learned, 0)), learned), refused_at = ?1, paused_until = ?2`,
    )
      .bind(now, until, cause === 'day' ? 1 : 0)
      .run(),
  )
  return until
}
