import { env } from 'cloudflare:workers'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { shareCodeAlphabet } from '../../schema/share-points/share-point.ts'
import { db, makeCard, origin, request } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { interceptDatabase } from '../testing/fault-bindings.ts'
import { formConfig } from '../testing/inbox.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { dayTotals, recorded, visitor } from '../testing/visitor-events.ts'
import { recordEvents } from './record.ts'
import { verifyRollups } from './verify-rollups.ts'

test('views, clicks and saves with a code count for its share point, archived or not', async () => {
  const card = await makeCard()
  const { code } = await makeSharePoint({ cardId: card.id, archivedAt: 'then' })
  const base = { cardId: card.id, source: code }
  for (const [path, body] of [
    ['/api/card-views', base],
    ['/api/card-clicks', { ...base, linkType: 'email', linkId: 'primary' }],
    ['/api/card-saves', base],
  ] as const)
    expect((await request('POST', path, body, visitor)).status).toBe(202)
  expect((await recorded(card.id)).counts).toMatchObject({
    [`vs${code}`]: 1,
    [`cs${code}`]: 1,
    [`ss${code}`]: 1,
  })
})

test('10,000 guessed codes and those of other cards become one source, with one read a batch', async ({
  task,
}) => {
  const card = await makeCard()
  const own = await makeSharePoint({ cardId: card.id })
  const foreign = await makeSharePoint({ cardId: (await makeCard()).id })
  const letter = (at: number) => shareCodeAlphabet.charAt(at % 24)
  const guesses = Array.from({ length: 10_000 }, (_, at) =>
    ['GU', letter(at), letter(at / 24), letter(at / 576), 'X'].join(''),
  )
  const events = [...guesses, foreign.code, own.code].map((source, at) =>
    makeEvent({ cardId: card.id, source, leftOut: at % 10 === 0 ? 'bot' : null }),
  )
  const reads: string[] = []
  const DB = interceptDatabase('DB', (name, work) => {
    reads.push(name)
    return work()
  })
  await recordEvents({ ...env, DB }, events)
  const { counts } = (await dayTotals(card.id)) ?? { counts: '{}' }
  const sources = Object.entries(JSON.parse(counts)).filter(([key]) => key.startsWith('vs'))
  expect(sources.sort()).toEqual([
    [`vs${own.code}`, 1],
    ['vsunknown', 9000],
  ])
  expect(reads).toHaveLength(Math.ceil(events.length / 1000))
  const stored = await env.ANALYTICS.prepare(
    'select source, count(*) as n from card_views where card_id = ? group by 1 order by 1',
  )
    .bind(card.id)
    .all()
  expect(stored.results).toEqual([
    { source: own.code, n: 1 },
    { source: 'unknown', n: 10_001 },
  ])
  expect(await verifyRollups(env)).toEqual([])
  task.meta.proves = { what: 'guessed codes that become no key', cases: guesses.length }
})

test('a submission keeps the code of its card, with and without script; any other is unknown', async () => {
  const card = await makeCard({ formConfig })
  const own = await makeSharePoint({ cardId: card.id })
  const foreign = await makeSharePoint({ cardId: (await makeCard()).id })
  const newest = async () =>
    (
      await db
        .select({ source: formSubmissions.source })
        .from(formSubmissions)
        .where(eq(formSubmissions.cardId, card.id))
        .orderBy(desc(formSubmissions.id))
        .get()
    )?.source
  const cases = [own.code, foreign.code, 'GUESSE', 'qr', undefined]
  const stored = [own.code, 'unknown', 'unknown', 'qr', 'link']
  for (const [at, source] of cases.entries()) {
    const body = { cardId: card.id, formData: { name: `Grace ${at}` }, source }
    expect((await request('POST', '/api/form-submissions', body)).status).toBe(201)
    expect(await newest()).toBe(stored[at])
  }
  const referrers = [`/s/${own.code}`, `/s/${foreign.code}`, `/view/${card.slug}`].map(
    (path) => origin + path,
  )
  const expected = [own.code, 'unknown', 'link', 'link']
  for (const [at, Referer] of [...referrers, `https://evil.example/s/${own.code}`].entries()) {
    const sent = new URLSearchParams({ cardId: `${card.id}`, name: `Without script ${at}` })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Referer }
    expect((await request('POST', '/api/form-submissions', `${sent}`, headers)).status).toBe(303)
    expect(await newest(), Referer).toBe(expected[at])
  }
})
