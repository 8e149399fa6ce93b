import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { VisitorData, VisitorErasure } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { db, makeCard, newAddress, request, signIn } from '../testing/app.ts'
import { dumpEverything, findTraces } from '../testing/find-leaks.ts'
import { makeInbox } from '../testing/inbox.ts'
import { merge } from '../testing/merges.ts'

const path = '/api/visitor-data'
const email = 'grace.hopper@example.com'

/** A card with an entry by Grace, one that mentions her address, and one by another visitor. */
async function cardWithEntries(userId: number) {
  const card = await makeCard({ userId })
  const answers: Record<string, string>[] = [
    { name: 'Grace', email: 'Grace.Hopper@Example.com' },
    { name: 'Admirer', message: `Do you know ${email}?` },
    { name: 'Other', email: `x${email}` },
  ]
  await db
    .insert(formSubmissions)
    .values(
      answers.map((formData) => ({ cardId: card.id, clientId: crypto.randomUUID(), formData })),
    )
  return card
}

const named = async (response: Response) =>
  VisitorData.parse(await response.json()).entries.map(({ card, formData }) => [
    card,
    formData.name,
  ])

test.each(['POST', 'DELETE'])(
  '%s /api/visitor-data asks for somebody signed in',
  async (method) => {
    expect((await request(method, path, { email })).status).toBe(401)
    const me = await signIn(1)
    for (const sent of [{}, { email: 'no address' }, { email, more: 1 }, { email: '%' }])
      expect((await me.request(method, path, sent)).status).toBe(400)
  },
)

test('an owner can export and erase a visitor’s data on their own cards, including deleted ones', async () => {
  const [me, other] = [await signIn(4), await signIn(1)]
  const card = await cardWithEntries(me.user.id)
  const otherCard = await cardWithEntries(other.user.id)
  const deletedCard = await makeCard({ userId: me.user.id, deletedAt: new Date().toISOString() })
  await db
    .insert(formSubmissions)
    .values({ cardId: deletedCard.id, clientId: 'gone', formData: { custom1: ` ${email} ` } })
  const found = await named(await me.request('POST', path, { email }))
  expect(found).toEqual([
    [deletedCard.slug, undefined],
    [card.slug, 'Grace'],
  ])
  const erased = await me.request('DELETE', path, { email: email.toUpperCase() })
  expect(VisitorErasure.parse(await erased.json())).toEqual({ erased: 2 })
  expect(await named(await me.request('POST', path, { email }))).toEqual([])
  expect(await named(await other.request('POST', path, { email }))).toEqual([
    [otherCard.slug, 'Grace'],
  ])
  const cards = inArray(formSubmissions.cardId, [card.id, otherCard.id, deletedCard.id])
  expect(await db.$count(formSubmissions, cards)).toBe(5)
})

test('level 5 can export and erase it on all cards, and the log does not name the visitor', async () => {
  const [admin, owner] = [await signIn(5), await signIn(1)]
  await db.delete(formSubmissions)
  await cardWithEntries(owner.user.id)
  expect((await named(await admin.request('POST', path, { email }))).length).toBe(1)
  const erased = await admin.request('DELETE', path, { email })
  expect(VisitorErasure.parse(await erased.json())).toEqual({ erased: 1 })
  const log = await (await admin.request('GET', `/api/audit?actor=${admin.user.id}`)).text()
  expect(log).toContain('visitor-data-erased')
  expect(log.toLowerCase()).not.toContain('hopper')
})

test('erasure leaves nothing of the visitor in any table, of a lead, tags, notes and merges neither', async () => {
  const { card, ownRequest } = await makeInbox()
  const secret = crypto.randomUUID()
  const address = `${secret}@example.com`
  const leads = [1, 2].map((at) => ({
    ...{ clientId: crypto.randomUUID(), capturedAt: new Date().toISOString(), note: secret },
    answers: { name: `${at} ${secret}`, email: address },
  }))
  await ownRequest('POST', '/api/leads/batch', { cardId: card.id, leads })
  const formData = { name: secret, email: address }
  await request('POST', '/api/form-submissions', { cardId: card.id, formData }, newAddress())
  const entries = await db
    .select({ id: formSubmissions.id })
    .from(formSubmissions)
    .where(eq(formSubmissions.cardId, card.id))
    .all()
  const ids = entries.map(({ id }) => id)
  await ownRequest('POST', '/api/submissions/bulk', { ids, change: { addTag: secret } })
  const merged = await merge(ownRequest, ids)
  const tags = [secret, 'VIP']
  await ownRequest('PATCH', `/api/submissions/${merged.id}`, { note: `Met ${secret}`, tags })
  expect(findTraces(secret, await dumpEverything())).not.toEqual([])
  expect(await (await ownRequest('DELETE', path, { email: address })).json()).toEqual({ erased: 3 })
  expect(findTraces(secret, await dumpEverything())).toEqual([])
})
