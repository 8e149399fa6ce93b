import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Card } from '../../schema/cards/card.ts'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { withdrawPages } from '../public/page-cache.ts'
import { db, makeCard, makeUser, origin, request, signIn, signInWithCard } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { makeSharePoint } from '../testing/share-points.ts'

const cardPath = (id: number) => `/api/business-cards/${id}`
const phone = '+44 20 7946 0155'

/** An owner's card with a share point, and the other card of theirs that it moves to. */
async function makePair(fields: Parameters<typeof makeCard>[0] = {}) {
  const owner = await signIn(2)
  const userId = owner.user.id
  const card = await makeCard({ userId, name: 'Ada Old', phone, ...fields })
  const next = await makeCard({ userId, name: 'Ada New' })
  const { code } = await makeSharePoint({ cardId: card.id })
  const save = (id: number, changes: object) => saveAs(owner, id, changes)
  return { owner, card, next, code, save }
}

async function saveAs(who: { request: typeof request }, id: number, changes: object) {
  const stored = await (await who.request('GET', cardPath(id))).json<Card>()
  return who.request('PUT', cardPath(id), { ...stored, ...changes })
}

const locationOf = async (path: string) => {
  const response = await request('GET', path)
  return [response.status, response.headers.get('Location')]
}

const addresses = ({ card, code }: { card: { id: number; slug: string }; code: string }) => [
  `/view/${card.slug}`,
  `/s/${code}`,
  `/api/card/${card.slug}`,
  `/api/vcard/${card.id}`,
]

test('a moved card redirects to its successor at once, from everywhere, and is live again later', async () => {
  const pair = await makePair()
  const { card, next, code, save } = pair
  for (const path of addresses(pair)) expect((await request('GET', path)).status).toBe(200)
  const saved = await save(card.id, { state: 'moved', successorId: next.id })
  expect(Card.parse(await saved.json())).toMatchObject({
    state: 'moved',
    successorId: next.id,
    successor: { id: next.id, slug: next.slug, name: 'Ada New' },
  })
  const expectMoved = async (slug: string) => {
    for (const [path, target] of [
      [`/view/${card.slug}`, `/view/${slug}`],
      [`/s/${code}`, `/view/${slug}`],
      [`/api/card/${card.slug}`, `/api/card/${slug}`],
      [`/api/vcard/${card.id}?v=apple`, `/api/vcard/${next.id}?v=apple`],
    ] as const) {
      const response = await request('GET', path)
      expect([path, response.status, response.headers.get('Location')]).toEqual([path, 302, target])
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(await response.text()).toBe('')
    }
  }
  await expectMoved(next.slug)
  // By id: the successor's own slug may change.
  await save(next.id, { slug: `new-${next.slug}` })
  await expectMoved(`new-${next.slug}`)
  await save(card.id, { state: 'live' })
  expect(await (await request('GET', `/view/${card.slug}`)).text()).toContain('Ada Old')
  expect(await (await request('GET', `/s/${code}`)).text()).toContain('Ada Old')
})

test('a former slug and a successor that moved, too, are one redirect; a loop is none', async () => {
  const { owner, card, next, code, save } = await makePair()
  const last = await makeCard({ userId: owner.user.id })
  await db.insert(slugHistory).values({ slug: `old-${card.slug}`, cardId: card.id })
  await save(card.id, { state: 'moved', successorId: next.id })
  await save(next.id, { state: 'moved', successorId: last.id })
  for (const path of [`/view/${card.slug}`, `/view/old-${card.slug}`, `/s/${code}`])
    expect(await locationOf(path)).toEqual([302, `/view/${last.slug}`])
  const looping = await save(last.id, { state: 'moved', successorId: card.id })
  expect([looping.status, await looping.text()]).toEqual([
    400,
    'That card leads back to this one. Select another card.',
  ])
  // As two saves at the same moment could leave it.
  const set = { state: 'moved', successorId: card.id } as const
  await db.update(businessCards).set(set).where(eq(businessCards.id, last.id))
  const notice = await request('GET', `/view/${card.slug}`)
  expect(notice.status).toBe(200)
  expect(await notice.text()).toContain('Card No Longer in Use')
})

test.each(['draft', 'deleted', 'ownerless', 'erased'])(
  'a card that moved to one that is %s later shows the notice, and nothing personal',
  async (fate) => {
    const pair = await makePair()
    const { card, next, code, save } = pair
    await save(card.id, { state: 'moved', successorId: next.id })
    const ofNext = eq(businessCards.id, next.id)
    if (fate === 'draft') await db.update(businessCards).set({ state: 'draft' }).where(ofNext)
    if (fate === 'deleted') await (await signIn(5)).request('DELETE', cardPath(next.id))
    if (fate === 'erased') await db.delete(businessCards).where(ofNext)
    if (fate === 'ownerless') {
      const { id } = await makeUser({ deletedAt: '2026-01-01T00:00:00.000Z' })
      await db.update(businessCards).set({ userId: id }).where(ofNext)
    }
    for (const path of [`/view/${card.slug}`, `/s/${code}`]) {
      const response = await request('GET', path)
      const html = await response.text()
      expect([path, response.status]).toEqual([path, 200])
      expect(html).toContain('Card No Longer in Use</h1>')
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).not.toMatch(/Ada|20 ?7946|<script|vcard|ld\+json/)
      expect(html).not.toContain(next.slug)
    }
    expect((await request('GET', `/api/card/${card.slug}`)).status).toBe(404)
    expect((await request('GET', `/api/vcard/${card.id}`)).status).toBe(404)
  },
)

test('a card left links to the company and a colleague, and shows nothing of its owner', async () => {
  const admin = await signInWithCard(4, { name: 'Grace Hopper' })
  const { card, code } = await makePair()
  const left = {
    state: 'left',
    successorId: admin.card.id,
    successorUrl: 'https://www.acme.test/team',
  }
  expect((await saveAs(admin, card.id, left)).status).toBe(200)
  const read = async () => {
    const response = await request('GET', `/view/${card.slug}`)
    return { response, html: await response.text() }
  }
  const { response, html } = await read()
  expect(response.status).toBe(200)
  expect(html).toContain(`href="/view/${admin.card.slug}"`)
  expect(html).toContain('>Grace Hopper</a>')
  expect(html).toMatch(/href="https:\/\/www\.acme\.test\/team"[^>]*>Visit acme\.test<\/a>/)
  expect(html).not.toMatch(/Ada|20 ?7946|<script|vcard|data-card/)
  expect(await (await request('GET', `/s/${code}`)).text()).toBe(html)
  // A change of the colleague's card purges the notice that names it.
  expect(response.headers.get('Cache-Tag')).toBe(`c:${card.id},s:${card.slug},c:${admin.card.id}`)
  for (const path of [`/api/card/${card.slug}`, `/api/vcard/${card.id}`])
    expect((await request('GET', path)).status).toBe(404)
  const form = { cardId: card.id, formData: { name: 'Nadia' } }
  expect((await request('POST', '/api/form-submissions', form)).status).toBe(404)
})

test('when a colleague is withdrawn, no last copy of a notice that names them is served', async () => {
  const admin = await signInWithCard(4, { name: 'Grace Hopper' })
  const { card } = await makePair()
  await saveAs(admin, card.id, { state: 'left', successorId: admin.card.id })
  await env.PLACES.delete(`withdrawn:${card.slug}`)
  await withdrawPages(env, origin, [admin.card.slug])
  await settled()
  expect(await env.PLACES.get(`withdrawn:${card.slug}`)).not.toBeNull()
})

test('its editors see a moved card with its state, and others are redirected', async () => {
  const { owner, card, next, code, save } = await makePair()
  await save(card.id, { state: 'moved', successorId: next.id })
  for (const path of [`/view/${card.slug}`, `/s/${code}`]) {
    const own = await owner.request('GET', path)
    expect(await own.text()).toContain('Moved: visitors are sent to another card</p>')
    const other = await (await signIn(3)).request('GET', path)
    expect([other.status, other.headers.get('Location')]).toEqual([302, `/view/${next.slug}`])
  }
})

test('a card moves only to a public card that the caller may edit', async () => {
  const { owner, card, next, save } = await makePair()
  const other = await makeCard()
  const draft = await makeCard({ userId: owner.user.id, state: 'draft' })
  const forbidden = 'You can forward only to a card that you may edit.'
  const refusals = [
    [{ state: 'moved', successorId: null }, 400, 'Select the card that visitors are sent to.'],
    [{ state: 'moved', successorId: other.id }, 403, forbidden],
    [{ state: 'left', successorId: other.id }, 403, forbidden],
    [{ successorId: other.id }, 403, forbidden],
    [{ state: 'moved', successorId: 999_999 }, 403, forbidden],
    [
      { state: 'moved', successorId: draft.id },
      400,
      "That card isn't public. Publish it first, or select another card.",
    ],
    [
      { state: 'moved', successorId: card.id },
      400,
      'That card leads back to this one. Select another card.',
    ],
    [{ state: 'left', successorUrl: 'javascript:alert(1)' }, 400, /https:/],
  ] as const
  for (const [changes, status, message] of refusals) {
    const response = await save(card.id, changes)
    const text = await response.text()
    expect([changes, response.status]).toEqual([changes, status])
    if (typeof message === 'string') expect(text).toBe(message)
    else expect(text).toMatch(message)
  }
  const stranger = await signIn(3)
  const taken = { slug: next.slug, state: 'moved', successorId: card.id }
  expect((await stranger.request('PUT', cardPath(next.id), taken)).status).toBe(403)
  const admin = await signIn(4)
  const moved = { state: 'moved', successorId: other.id }
  expect((await saveAs(admin, card.id, moved)).status).toBe(200)
  // What an administrator chose does not block its owner's other changes.
  expect((await save(card.id, { title: 'Countess' })).status).toBe(200)
  expect(await locationOf(`/view/${card.slug}`)).toEqual([302, `/view/${other.slug}`])
})
