import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { runJobs } from '../operations/cron.ts'
import { hourMs } from '../platform/time.ts'
import { makeCard } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from './record.ts'

const columns = { card_views: 'viewer_ip', card_clicks: 'clicker_ip', card_saves: 'saver_ip' }

/** How many rows have an address, an empty column and `Unknown`. */
async function counts() {
  const tables = Object.entries(columns).map(
    ([table, column]) => `select ${column} as ip from ${table}`,
  )
  return env.ANALYTICS.prepare(
    `select count(nullif(ip, '')) - sum(ip = 'Unknown') as addresses, sum(ip = '') as empty, sum(ip = 'Unknown') as unknown
     from (${tables.join(' union all ')})`,
  ).first()
}

test('no event has an address, and those of an earlier release are cleared once', async () => {
  const cards = [(await makeCard()).id, (await makeCard()).id]
  const kinds = ['view', 'click', 'save'] as const
  const events = kinds.flatMap((kind) =>
    cards.map((cardId) => makeEvent({ cardId, kind, linkType: 'phone', linkId: 'primary' })),
  )
  await recordEvents(env, events)
  expect(await counts()).toEqual({ addresses: 0, empty: 6, unknown: 0 })
  // As an earlier release stored them: more than one statement clears.
  const [cardId = 0] = cards
  await env.ANALYTICS.prepare(
    `insert into card_views (card_id, timestamp, id, source, burst, dwell_ms, viewer_ip, viewer_location, viewer_device)
     with recursive rows (n) as (select 1 union all select n + 1 from rows where n < 11000)
     select ?1 + n % 2, ?2 + n / 3, n, 'link', 0, 0, iif(n % 4 = 0, 'Unknown', '203.0.113.0/24'), '', '' from rows`,
  )
    .bind(cardId, Date.now())
    .run()
  await env.ANALYTICS.exec(
    "update card_clicks set clicker_ip = '203.0.113.0/24'; update card_saves set saver_ip = '2001:db8:7::/48'",
  )
  expect(await counts()).toEqual({ addresses: 8254, empty: 2, unknown: 2750 })
  const hour = Math.ceil(Date.now() / hourMs) * hourMs
  await runJobs(env, hour)
  expect(await counts()).toEqual({ addresses: 0, empty: 8256, unknown: 2750 })
  await env.ANALYTICS.exec("update card_saves set saver_ip = 'not looked at again'")
  await runJobs(env, hour + hourMs)
  expect(await counts()).toMatchObject({ addresses: 2 })
})
