import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { runTrigger } from '../operations/cron.ts'
import { dayMs } from '../platform/time.ts'
import { makeCard } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { recordPendingEvents, runJob } from '../testing/run-job.ts'
import { putDeadLetters } from './dead-letters.ts'
import { deleteCardEvents } from './prune.ts'
import { recordEvents } from './record.ts'

const now = Math.floor(Date.now() / dayMs) * dayMs + 3 * 3_600_000

async function column(sql: string, cardId: number): Promise<unknown[]> {
  const { results } = await env.ANALYTICS.prepare(sql).bind(cardId).all<{ value: unknown }>()
  return results.map(({ value }) => value)
}

// Marks all days as archived, so that events can be deleted.
async function archiveAllDays() {
  await env.ANALYTICS.prepare(
    `with recursive days (day) as (select ?1 union all select day + 1 from days where day < ?2)
     insert or replace into archive_days (day, stale) select day, 0 from days`,
  )
    .bind(Math.floor(now / dayMs) - 900, Math.floor(now / dayMs) - 1)
    .run()
}

test('events are deleted after EVENT_RETENTION_DAYS, daily rollups stay', async () => {
  const [first, second] = [(await makeCard()).id, (await makeCard()).id]
  const kinds = ['view', 'click', 'save'] as const
  const events = [first, second].flatMap((cardId) =>
    [0, 399, 401, 800].flatMap((ago) =>
      kinds.map((kind) =>
        makeEvent({ cardId, kind, linkId: 'primary', at: now - ago * dayMs, visitor: `v${ago}` }),
      ),
    ),
  )
  await recordEvents(env, events)
  await archiveAllDays()
  for (let time = 0; time < 2; time += 1) await runJob(env, 'pruneEvents', now)
  for (const cardId of [first, second]) {
    for (const table of ['card_views', 'card_clicks', 'card_saves'])
      expect(
        await column(`select id as value from ${table} where card_id = ?`, cardId),
      ).toHaveLength(2)
    expect(
      await column('select visitor as value from card_visitors where card_id = ?', cardId),
    ).toEqual(['v399', 'v0'])
    expect(
      await column('select sum(views) as value from card_days where card_id = ?', cardId),
    ).toEqual([4])
  }
})

test('dead letters are deleted after EVENT_RETENTION_DAYS', async () => {
  const insert = env.ANALYTICS.prepare('insert into dead_events values (?, ?, ?)')
  for (const ago of [399, 401]) await insert.bind(`dead ${ago}`, '{', now - ago * dayMs).run()
  for (let time = 0; time < 2; time += 1) await runJob(env, 'pruneEvents', now)
  const { results } = await env.ANALYTICS.prepare('select key from dead_events').all()
  expect(results).toEqual([{ key: 'dead 399' }])
  await env.ANALYTICS.exec('delete from dead_events')
})

test('a card is erased only once no events are stored in R2, which may be its own', async () => {
  const { id } = await makeCard()
  const event = makeEvent({ cardId: id })
  await putDeadLetters(env, [{ key: event.id, event: JSON.stringify(event) }])
  expect(await deleteCardEvents(env, id)).toBe('wait')
  await recordPendingEvents(env)
  expect(await deleteCardEvents(env, id)).toBe('done')
  expect(await column('select id as value from card_views where card_id = ?', id)).toEqual([])
})

test('salts of days before yesterday are deleted', async () => {
  const today = Math.floor(now / dayMs)
  await env.ANALYTICS.batch(
    [0, 1, 2, 30].map((ago) =>
      env.ANALYTICS.prepare('insert or replace into visitor_salts values (?, ?)').bind(
        today - ago,
        'salt',
      ),
    ),
  )
  await runJob(env, 'makeVisitorKeys', now)
  const { results } = await env.ANALYTICS.prepare(
    'select day from visitor_salts order by day',
  ).all()
  expect(results).toEqual([{ day: today - 1 }, { day: today }])
})

test('the cron records the inbox and deletes old events', async () => {
  const card = await makeCard()
  const event = makeEvent({ cardId: card.id })
  const old = makeEvent({ cardId: card.id, at: now - 500 * dayMs })
  await recordEvents(env, [old])
  await archiveAllDays()
  const insert = env.ANALYTICS.prepare('insert into event_inbox values (?, ?, ?)')
  await insert.bind('one', JSON.stringify(event), event.receivedAt).run()
  const ids = () =>
    column('select id as value from card_views where card_id = ? order by timestamp', card.id)
  expect(await ids()).toEqual([old.id])
  await runTrigger(env, { scheduledTime: now })
  expect(await ids()).toEqual([event.id])
})
