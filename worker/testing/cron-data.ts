/** Data that takes several steps of the cron jobs. Only tests import this. */
import { env } from 'cloudflare:workers'
import { dayMs } from '../platform/time.ts'
import { putDeadLetters } from '../tracking/dead-letters.ts'
import { storePendingEvents } from '../tracking/enqueue.ts'
import { makeCard, makeUser } from './app.ts'
import { today } from './archive.ts'
import { makeEvent } from './events.ts'

/** The events of yesterday, and those that have expired. Each are more than a part of the archive, and than a prune. */
export const manyViews = 110_000

const monthsAgo = new Date(today - 60 * dayMs).toISOString()
const yearsAgo = '2020-01-01T00:00:00.000Z'

/** The same data each time, in empty databases, for jobs that run at `nightlyRunAt`. */
export async function fillJobs(): Promise<void> {
  const { id: userId } = await makeUser({ username: 'owner', email: 'owner@cards.test' })
  const cardId = await card('shown', userId)
  for (let n = 0; n < 45; n += 1) await card(`deleted-${n}`, userId, monthsAgo)
  for (let n = 0; n < 3; n += 1) {
    const names = { username: `gone-${n}`, email: `gone-${n}@cards.test` }
    const gone = await makeUser({ ...names, deletedAt: monthsAgo })
    for (const one of ['a', 'b']) await card(`gone-${n}-${one}`, gone.id)
  }
  await fillApp(cardId, userId)
  await fillAnalytics(cardId)
  await fillPending(cardId)
}

async function card(slug: string, userId: number, deletedAt?: string): Promise<number> {
  return (await makeCard({ slug, uid: slug, userId, deletedAt })).id
}

const numbers = (count: number) =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`

async function fillApp(cardId: number, userId: number): Promise<void> {
  await env.DB.batch(
    [
      `insert into form_submissions (card_id, client_id, form_data, submitter_ip, timestamp) ${numbers(5100)}
       select ${cardId}, 'client' || i, '{}', '10.0.0.0/24', '${yearsAgo}' from n`,
      `insert into audit_log (at, action, target, details) ${numbers(5100)}
       select '${yearsAgo}', 'POST /api/users', '', '{}' from n`,
      `insert into audit_log (at, action, target, details, device) ${numbers(5100)}
       select '${monthsAgo}', iif(i % 2, 'sign-in', 'password-changed'), '', '{}', 'Unknown' from n`,
      `insert into sessions (id, user_id, secret_hash, created_at, last_seen_at, auth_at, device) ${numbers(5100)}
       select 'session' || i, ${userId}, 'hash' || i, 1, 1, 1, '' from n`,
      `insert into users (username, password, email) ${numbers(600)}
       select 'plain' || i, '', 'plain' || i || '@cards.test' from n`,
      `insert into second_factors (user_id, secret, started_at, confirmed_at)
       select id, 'cannot be read', 1, 1 from users where username glob 'plain*' order by id limit 150`,
      `insert into uploads (card_id, hash, bytes, created_at, unshown_at) ${numbers(120)}
       select ${cardId}, printf('%064x', i), 1, '${monthsAgo}', '${monthsAgo}' from n`,
    ].map((sql) => env.DB.prepare(sql)),
  )
}

/** A statement that inserts views of a card from a time on, with ids that hardly compress. */
export function viewsSql(cardId: number, at: number, prefix: string, count: number): string {
  const words = [2654435761, 2246822519, 3266489917, 668265263, 374761393]
  const id = words.map((factor) => `i * ${factor} & 4294967295`)
  return `insert into card_views (card_id, timestamp, id, source, burst, dwell_ms, viewer_ip, viewer_location, viewer_device)
    ${numbers(count)} select ${cardId}, ${at} + i * 50, printf('${prefix}-%x-%08x%08x%08x%08x%08x', i, ${id}),
      'link', 0, 0, '203.0.113.0/24', 'DE|Land Berlin|Berlin', 'Mobile|iOS|Safari' from n`
}

async function fillAnalytics(cardId: number): Promise<void> {
  const day = today / dayMs
  await env.ANALYTICS.batch(
    [
      viewsSql(cardId, today - dayMs, 'new', manyViews),
      viewsSql(cardId, today - 2 * dayMs, 'new', 10),
      viewsSql(cardId, today - 500 * dayMs, 'old', manyViews),
      `insert into card_visitors (card_id, day, visitor) ${numbers(11_000)} select ${cardId}, ${day - 500}, 'visitor' || i from n`,
      // Totals of the days that have events, and of two fortnights.
      `insert into card_days (card_id, day, views, clicks, saves, visitors, counts) ${numbers(40)}
       select ${cardId}, ${day} - i, 1, 0, 0, 0, '{}' from n where i < 4 or i > 10`,
      // Older days are archived.
      `insert into archive_days (day, stale) values (${day - 4}, 0)`,
    ].map((sql) => env.ANALYTICS.prepare(sql)),
  )
}

async function fillPending(cardId: number): Promise<void> {
  const event = (id: string) => makeEvent({ cardId, id, at: today - 2 * dayMs })
  const waiting = Array.from({ length: 2100 }, (_, index) => event(`waiting-${index}`))
  await storePendingEvents(env, waiting)
  for (const id of ['stored-1', 'stored-2'])
    await putDeadLetters(env, [{ key: id, event: JSON.stringify(event(id)) }])
}
