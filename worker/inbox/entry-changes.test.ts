import { env } from 'cloudflare:workers'
import { and, eq, isNull } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { EntriesPage, type Submission } from '../../schema/inbox/inbox.ts'
import { entryChanges, formSubmissions } from '../../schema/inbox/tables.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { expireSubmissions } from '../operations/cleanup.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { makeEntry } from '../testing/inbox.ts'
import { writeEntryCursor } from './entry-changes.ts'
import { withdrawEntry } from './receipts.ts'

async function makeClient(level = 1) {
  const owner = await signIn(level)
  const card = await makeCard({ userId: owner.user.id })
  const made = await owner.request('POST', '/api/account/tokens', { name: 'CRM' })
  const { token } = await made.json<{ token: string }>()
  const path = `/api/business-cards/${card.id}/entries`
  const pull = (query = '', headers = {}) =>
    request('GET', `${path}${query}`, undefined, { Authorization: `Bearer ${token}`, ...headers })
  const page = async (query = '') => {
    const response = await pull(query)
    const text = await response.text()
    expect([response.status, text]).toEqual([200, expect.any(String)])
    return EntriesPage.parse(JSON.parse(text))
  }
  return { owner, card, path, pull, page }
}

/** What a client has to end with: the entries that visitors have not deleted. */
async function storedEntries(cardId: number) {
  const rows = await db
    .select()
    .from(formSubmissions)
    .where(and(eq(formSubmissions.cardId, cardId), isNull(formSubmissions.withdrawnAt)))
    .orderBy(formSubmissions.id)
    .all()
  return rows.map(({ id, formData, status, note, revision }) => ({
    ...{ id, formData, status, note, revision },
  }))
}

const address = '198.51.100.0/24'
const people = ['ada@x.test', 'bob@x.test', 'eve@x.test']

const change = fc.oneof(
  fc.record({ do: fc.constant('send'), who: fc.nat(2) }),
  fc.record({ do: fc.constantFrom('note', 'correct', 'withdraw', 'delete'), at: fc.nat(20) }),
  fc.record({ do: fc.constant('erase'), who: fc.nat(2) }),
  fc.record({ do: fc.constant('expire') }),
)
const pulling = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  // Before the page arrives, while it is stored, before the cursor is stored, or not at all.
  killed: fc.constantFrom('first', 'midway', 'last', 'never'),
})
const step = fc.oneof(change, pulling)

test('a client killed at any point ends with what is stored, and without those who were erased', async ({
  task,
}) => {
  const { owner, card, page } = await makeClient()
  const copy = new Map<number, Submission>()
  let cursor = ''
  let kills = 0
  let sent = 0
  const pull = async (limit: number, killed: string) => {
    if (killed !== 'never') kills += 1
    await db.delete(rateLimits)
    const { entries, deleted, cursor: next, more } = await page(`?limit=${limit}&cursor=${cursor}`)
    if (killed === 'first') return true
    const half = killed === 'midway' ? entries.slice(0, entries.length / 2) : entries
    for (const entry of half) copy.set(entry.id, entry)
    if (killed === 'midway') return true
    for (const id of deleted) copy.delete(id)
    if (killed !== 'last') cursor = next
    return more
  }
  const act = async (one: { do: string; who?: number; at?: number }) => {
    const { request: call } = owner
    const entries = await storedEntries(card.id)
    const id = entries[(one.at ?? 0) % Math.max(1, entries.length)]?.id
    const email = people[one.who ?? 0] ?? ''
    if (one.do === 'send') {
      sent += 1
      // Some are older than two years.
      const timestamp = new Date(Date.now() - (sent % 5 === 0 ? 800 : 1) * dayMs).toISOString()
      await makeEntry(card.id, { formData: { name: `Visitor ${sent}`, email }, timestamp })
    }
    if (one.do === 'erase') await call('DELETE', '/api/visitor-data', { email })
    if (one.do === 'expire') await expireSubmissions(env, { now: Date.now() })
    if (id === undefined) return
    if (one.do === 'note') await call('PATCH', `/api/submissions/${id}`, { note: `Note ${sent}` })
    if (one.do === 'correct')
      await db
        .update(formSubmissions)
        .set({ formData: { name: `Corrected ${sent}` }, revision: sent })
        .where(eq(formSubmissions.id, id))
    if (one.do === 'withdraw') await withdrawEntry(db, id)
    if (one.do === 'delete') await call('DELETE', `/api/submissions/${id}`)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      for (const one of steps) {
        if ('limit' in one) await pull(one.limit, one.killed)
        else await act(one)
      }
      while (await pull(7, 'never'));
      const copied = [...copy.values()].sort((a, b) => a.id - b.id)
      expect(
        copied.map(({ id, formData, status, note, revision }) => ({
          ...{ id, formData, status, note, revision },
        })),
      ).toEqual(await storedEntries(card.id))
    }),
    { numRuns: 15 },
  )
  expect(kills).toBeGreaterThan(0)
  task.meta.proves = { what: 'pullers of entries killed', cases: kills }
})

test('entries are returned in the order of their last changes, and 304 if there are none', async () => {
  const { owner, card, page, pull } = await makeClient()
  const made = []
  const timestamp = new Date(Date.now() - 40 * dayMs).toISOString()
  for (let count = 0; count < 3; count += 1)
    made.push(await makeEntry(card.id, { submitterIp: address, timestamp }))
  const [one, two, three] = made.map(({ id }) => id)
  await owner.request('PATCH', `/api/submissions/${one}`, { status: 'done' })
  const first = await page('?limit=2')
  expect(first).toMatchObject({ entries: [{ id: two }, { id: three }], deleted: [], more: true })
  await withdrawEntry(db, two ?? 0)
  await owner.request('DELETE', `/api/submissions/${three}`)
  const next = await page(`?cursor=${first.cursor}`)
  expect(next).toMatchObject({ entries: [{ id: one, status: 'done' }], more: false })
  expect(next.deleted).toEqual([two, three])
  const quiet = await pull(`?cursor=${next.cursor}`)
  const tag = { 'If-None-Match': quiet.headers.get('ETag') ?? '' }
  expect(EntriesPage.parse(await quiet.json())).toEqual({
    ...{ entries: [], deleted: [], more: false, cursor: next.cursor },
  })
  expect((await pull(`?cursor=${next.cursor}`, tag)).status).toBe(304)
  // The address of the visitor is forgotten after 30 days, which is no change for a client.
  await expireSubmissions(env, { now: Date.now() })
  expect(await db.$count(formSubmissions, eq(formSubmissions.submitterIp, address))).toBe(0)
  expect((await pull(`?cursor=${next.cursor}`, tag)).status).toBe(304)
})

test('only the owner and level 5 pull entries, with a cursor of this card', async () => {
  const { owner, card, path, pull, page } = await makeClient()
  const other = await makeClient()
  expect((await request('GET', path)).status).toBe(401)
  expect((await other.owner.request('GET', path)).status).toBe(403)
  expect((await (await signIn(4)).request('GET', path)).status).toBe(403)
  expect((await (await signIn(5)).request('GET', path)).status).toBe(200)
  const { cursor } = await page()
  const foreign = (await other.page()).cursor
  const events = await owner.request('GET', `/api/analytics/${card.id}/events`)
  const { cursor: ofEvents } = await events.json<{ cursor: string }>()
  const wrong = [
    ...['limit=0', 'limit=1001', 'limit=x', 'since=1'],
    ...['x', `${cursor}A`, foreign, ofEvents].map((text) => `cursor=${text}`),
  ]
  for (const query of wrong) expect((await pull(`?${query}`)).status, query).toBe(400)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 181 * dayMs })
  const old = writeEntryCursor(env, card.id, 0)
  vi.useRealTimers()
  const expired = await pull(`?cursor=${old}`)
  expect([expired.status, await expired.text()]).toEqual([
    400,
    'This cursor has expired. Start again without one.',
  ])
})

test('a tombstone has no more than ids, and is deleted after 400 days', async () => {
  const { owner, card } = await makeClient()
  const { id } = await makeEntry(card.id, { formData: { email: 'grace@x.test' } })
  await owner.request('DELETE', `/api/submissions/${id}`)
  const find = () => db.select().from(entryChanges).where(eq(entryChanges.entryId, id)).get()
  const deletedAt = expect.stringMatching(/^20.*Z$/)
  expect(await find()).toEqual({ seq: expect.any(Number), cardId: card.id, entryId: id, deletedAt })
  await expireSubmissions(env, { now: Date.now() + 399 * dayMs })
  expect(await find()).toBeDefined()
  await expireSubmissions(env, { now: Date.now() + 401 * dayMs })
  expect(await find()).toBeUndefined()
})
