import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Card, ListedCard } from '../../schema/cards/card.ts'
import {
  cardsPath,
  makeCard,
  makeUser,
  request,
  signIn,
  signInWithCard,
  statusAndText,
} from '../testing/app.ts'

test('GET /api/business-cards returns 401 to signed-out callers', async () => {
  expect(await statusAndText(request('GET', cardsPath))).toEqual([401, 'You are not signed in.'])
})

test('GET /api/business-cards lists the caller’s cards, oldest first, with their totals', async () => {
  const { user, request, card } = await signInWithCard(4)
  const second = await makeCard({ userId: user.id })
  await makeCard()
  const insert = env.ANALYTICS.prepare(
    `insert into card_days (card_id, day, views, clicks, saves, visitors, counts) values (?, ?, 3, 2, 1, 1, '{}')`,
  )
  await env.ANALYTICS.batch([insert.bind(card.id, 1), insert.bind(card.id, 2)])
  const listed = z.array(ListedCard).parse(await (await request('GET', cardsPath)).json())
  expect(listed.map(({ id, stats }) => [id, stats])).toEqual([
    [card.id, { views: 6, clicks: 4, saves: 2 }],
    [second.id, { views: 0, clicks: 0, saves: 0 }],
  ])
})

test('GET /api/business-cards?all=1 lists the cards of all users, in pages, for level 4 only', async () => {
  const low = await signInWithCard(3)
  expect(await statusAndText(low.request('GET', `${cardsPath}?all=1`))).toEqual([
    403,
    'Only admins can list all cards.',
  ])
  const admin = await signInWithCard(4)
  const read = async (page: number) => {
    const response = await admin.request('GET', `${cardsPath}?all=1&limit=1&page=${page}`)
    const [card] = z.array(ListedCard).parse(await response.json())
    const total = Number(response.headers.get('X-Total-Count'))
    return { id: card?.id ?? 0, username: card?.username, total }
  }
  const { total, id } = await read(1)
  expect((await read(2)).id).toBeGreaterThan(id)
  expect(await read(total)).toMatchObject({ id: admin.card.id, username: admin.user.username })
  expect((await read(total + 1)).id).toBe(0)
  for (const bad of ['all=2', 'all=1&limit=900', 'all=1&page=x', 'one=1', 'all=1&all=1']) {
    expect((await admin.request('GET', `${cardsPath}?${bad}`)).status, bad).toBe(400)
  }
})

test('POST /api/business-cards fills the first card from the owner’s profile', async () => {
  const { user, request } = await signIn(1, { phone: '+49 170 1234567' })
  const made = await request('POST', cardsPath, { userId: user.id })
  expect([made.status, made.headers.get('ETag')]).toEqual([201, '"v1"'])
  const card = Card.parse(await made.json())
  expect(card).toMatchObject({
    userId: user.id,
    name: 'Ada Lovelace',
    email: user.email,
    phone: '+49 170 1234567',
    theme: 'minimalist',
    state: 'live',
    user: { id: user.id, accessLevel: 1 },
  })
  expect(card.slug).toMatch(new RegExp(`^${user.username}-\\d{1,4}$`))
})

test('POST /api/business-cards makes a live card, or a draft that its first save can publish', async () => {
  const { user, request: call } = await signIn(4)
  const create = async (fields: object) => {
    const response = await call('POST', cardsPath, { userId: user.id, ...fields })
    expect(response.status).toBe(201)
    return Card.parse(await response.json())
  }
  const live = await create({})
  const draft = await create({ state: 'draft' })
  const shown = async ({ slug }: Card) => (await request('GET', `/view/${slug}`)).status
  expect([live.state, await shown(live)]).toEqual(['live', 200])
  expect([draft.state, draft.version, await shown(draft)]).toEqual(['draft', 1, 404])
  const saved = await call('PUT', `${cardsPath}/${draft.id}`, { ...draft, state: 'live' })
  expect([saved.status, await shown(draft)]).toEqual([200, 200])
  for (const state of ['paused', 'moved', ''])
    expect((await call('POST', cardsPath, { userId: user.id, state })).status).toBe(400)
})

test('POST /api/business-cards rejects a second card and a card for another user below level 4', async () => {
  const { user, request } = await signInWithCard(3)
  expect(await statusAndText(request('POST', cardsPath, { userId: user.id }))).toEqual([
    403,
    'You already have a card. Ask an admin for another one.',
  ])
  const onlyForYou = [403, 'You can create a card only for yourself.']
  const other = await makeUser()
  expect(await statusAndText(request('POST', cardsPath, { userId: other.id }))).toEqual(onlyForYou)
  expect(await statusAndText(request('POST', cardsPath, { userId: 999_999 }))).toEqual(onlyForYou)
})

test('POST /api/business-cards lets level 4 create cards for users of their level or lower', async () => {
  const { user, request } = await signInWithCard(4)
  const other = await makeUser({ accessLevel: 4 })
  const above = await makeUser({ accessLevel: 5 })
  for (const userId of [user.id, other.id, other.id]) {
    expect((await request('POST', cardsPath, { userId })).status).toBe(201)
  }
  const missing = [404, 'User not found']
  expect(await statusAndText(request('POST', cardsPath, { userId: above.id }))).toEqual(missing)
  expect(await statusAndText(request('POST', cardsPath, { userId: 999_999 }))).toEqual(missing)
})

test('POST /api/business-cards rejects invalid input, taken and reserved slugs', async () => {
  const { user, request, card } = await signInWithCard(4)
  const taken = [409, 'Slug already exists']
  const send = (fields: object) =>
    statusAndText(request('POST', cardsPath, { userId: user.id, ...fields }))
  expect(await send({ slug: card.slug.toUpperCase() })).toEqual(taken)
  expect(await send({ slug: 'admin' })).toEqual(taken)
  expect(await send({ slug: 'ab' })).toEqual([400, 'Slug must be at least 3 characters'])
  expect(await send({ slug: '12345' })).toEqual([400, 'Slug cannot be only digits'])
  expect(await send({ id: 1 })).toEqual([400, 'The request contains an unknown field.'])
  expect(await send({ theme: 'a b' })).toEqual([400, 'Theme is not valid'])
})

test('level 4 can neither read nor change the cards of users of a higher level, on any path', async () => {
  const { request: asLevel4 } = await signIn(4)
  const { request: asLevel5 } = await signIn(5)
  const card = await makeCard({ userId: (await makeUser({ accessLevel: 5 })).id, state: 'draft' })
  const refused = [
    ['GET', `${cardsPath}/${card.id}`],
    ['PUT', `${cardsPath}/${card.id}`, { ...card, version: undefined }],
    ['GET', `/api/analytics/${card.id}`],
    ['GET', `/api/analytics/${card.id}/history?kind=views`],
    ['GET', `/api/analytics/${card.id}/export?section=views`],
    ['GET', `/api/analytics/${card.id}/events`],
    ['GET', `/api/account-analytics?card=${card.id}`],
    ['GET', `/api/slugs/some-free-slug?cardId=${card.id}`],
    ['POST', '/api/templates', { name: 'Team', cardId: card.id, rules: {} }],
  ] as const
  for (const [method, address, sent] of refused)
    expect((await asLevel4(method, address, sent)).status, address).toBe(403)
  for (const address of [`/view/${card.slug}`, `/embed/map/${card.id}`])
    expect((await asLevel4('GET', address)).status, address).toBe(404)
  expect((await asLevel5('GET', `/view/${card.slug}`)).status).toBe(200)
  expect(await (await asLevel4('GET', `${cardsPath}/user/${card.userId}`)).json()).toEqual([])
  const all = async (request: typeof asLevel4) => {
    const response = await request('GET', `${cardsPath}?all=1&limit=200`)
    return [await response.text(), Number(response.headers.get('X-Total-Count'))] as const
  }
  const [[seen, fewer], [whole, total]] = [await all(asLevel4), await all(asLevel5)]
  expect([seen.includes(card.slug), whole.includes(card.slug)]).toEqual([false, true])
  expect(fewer).toBeLessThan(total)
})

test('GET /api/business-cards/:id requires the owner or level 4', async () => {
  const { card, request: own } = await signInWithCard(1, { state: 'draft' })
  const response = await own('GET', `${cardsPath}/${card.id}`)
  expect([response.status, response.headers.get('ETag')]).toEqual([200, '"v1"'])
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  expect((await (await signIn(4)).request('GET', `${cardsPath}/${card.id}`)).status).toBe(200)
  const stranger = await signIn(3)
  expect(await statusAndText(stranger.request('GET', `${cardsPath}/${card.id}`))).toEqual([
    403,
    "You don't have permission to edit this card",
  ])
  for (const id of ['999999', 'abc', '0', '-1', '1e3', '99999999999999999999']) {
    expect(await statusAndText(stranger.request('GET', `${cardsPath}/${id}`)), id).toEqual([
      404,
      'Card not found',
    ])
  }
  expect((await request('GET', `${cardsPath}/${card.id}`)).status).toBe(401)
})

test('DELETE /api/business-cards/:id requires level 5', async () => {
  const own = await signInWithCard(4)
  expect((await request('DELETE', own.put)).status).toBe(401)
  expect((await own.request('DELETE', own.put)).status).toBe(403)
  const root = await signIn(5)
  expect((await root.request('DELETE', own.put)).status).toBe(204)
  expect(await statusAndText(root.request('DELETE', own.put))).toEqual([404, 'Card not found'])
  expect(await (await own.request('GET', cardsPath)).json()).toEqual([])
})

test('GET /api/business-cards/user/:userId requires the user or level 4', async () => {
  const own = await signInWithCard(1)
  const list = `${cardsPath}/user/${own.user.id}`
  expect((await request('GET', list)).status).toBe(401)
  expect(await (await own.request('GET', list)).json()).toMatchObject([{ slug: own.card.slug }])
  expect(await (await (await signIn(4)).request('GET', list)).json()).toHaveLength(1)
  const stranger = await signIn(3)
  for (const other of [list, `${cardsPath}/user/999999`, `${cardsPath}/user/x`]) {
    expect(await statusAndText(stranger.request('GET', other))).toEqual([
      403,
      'You can list only your own cards.',
    ])
  }
})

test('a save and a deletion are visible at once in the same data center', async () => {
  const { card, put, request: own } = await signInWithCard(2)
  const view = async (slug: string) => {
    const page = await request('GET', `/view/${slug}`)
    return { status: page.status, text: await page.text(), to: page.headers.get('Location') }
  }
  expect((await view(card.slug)).text).toContain('Ada Lovelace')
  await own('PUT', put, { ...card, name: 'Grace Hopper' })
  expect((await view(card.slug)).text).toContain('Grace Hopper')
  await own('PUT', put, { ...card, version: 2, slug: `${card.slug}-x` })
  expect(await view(card.slug)).toMatchObject({ status: 302, to: `/view/${card.slug}-x` })
  expect((await view(`${card.slug}-x`)).status).toBe(200)
  await (await signIn(5)).request('DELETE', put)
  expect((await view(`${card.slug}-x`)).status).toBe(404)
})
