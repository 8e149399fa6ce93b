import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { sessions } from '../../schema/access-tables.ts'
import { businessCards, slugHistory, users } from '../../schema/tables.ts'
import { UserRow } from '../../schema/user.ts'
import { newAddress } from '../testing/address.ts'
import { db, makeCard, makeUser, request, signIn } from '../testing/app.ts'
import { openOutbox } from '../testing/outbox.ts'
import { startSession } from '../users/sessions.ts'

vi.setConfig({ testTimeout: 30_000 })

await makeUser({ id: 1, accessLevel: 5 })

async function told(answer: Promise<Response>) {
  const { status, text } = await answer.then(async (got) => ({
    status: got.status,
    text: await got.text(),
  }))
  return [status, text]
}

function form(fields: Record<string, unknown> = {}) {
  const username = `made-${crypto.randomUUID().slice(0, 8)}`
  return {
    username,
    email: `${username}@cards.test`,
    fullName: 'Grace Hopper',
    password: 'right horse',
    ...fields,
  }
}

async function rowOf(id: number) {
  return db.select().from(users).where(eq(users.id, id)).get()
}

test('GET /api/users asks for level 4', async () => {
  expect((await request('GET', '/api/users')).status).toBe(401)
  const { request: mine } = await signIn(3)
  expect(await told(mine('GET', '/api/users'))).toEqual([
    403,
    "You don't have the required access level to do this.",
  ])
})

test('GET /api/users lists users with the slug of their first card, without passwords', async () => {
  const { request: mine } = await signIn(4)
  const target = await makeUser({ fullName: 'Zuse' })
  await makeCard({ userId: target.id, deletedAt: 'now' })
  const card = await makeCard({ userId: target.id })
  await makeCard({ userId: target.id })
  const cardless = await makeUser()
  const answer = await mine('GET', '/api/users')
  const text = await answer.text()
  const rows = UserRow.array().parse(JSON.parse(text))
  expect(rows.find(({ id }) => id === target.id)).toMatchObject({ cardSlug: card.slug })
  expect(rows.find(({ id }) => id === cardless.id)).toMatchObject({ cardSlug: null })
  expect(text).not.toContain('no password')
  expect(answer.headers.get('X-Total-Count')).toBe(String(rows.length))
})

test('GET /api/users never shows a level 5 user to level 4, nor anybody a deleted one', async () => {
  const five = await makeUser({ accessLevel: 5 })
  const gone = await makeUser({ deletedAt: 'now' })
  const ids = async (level: number) => {
    const { request: mine } = await signIn(level)
    return UserRow.array()
      .parse(await (await mine('GET', '/api/users')).json())
      .map(({ id }) => id)
  }
  expect(await ids(4)).not.toContain(five.id)
  expect(await ids(5)).toContain(five.id)
  expect(await ids(5)).not.toContain(gone.id)
})

test('GET /api/users searches and pages', async () => {
  const { request: mine } = await signIn(4)
  const made = [await makeUser(), await makeUser(), await makeUser({ accessLevel: 2 })]
  for (const { id } of made)
    await db.update(users).set({ fullName: '"100%\\ Öttinger-Ångström' }).where(eq(users.id, id))
  const found = async (question: string) => {
    const answer = await mine('GET', `/api/users?${question}`)
    const rows = UserRow.array().parse(await answer.json())
    expect(answer.headers.get('X-Total-Count')).toBe(String(rows.length))
    return rows.map(({ id }) => id)
  }
  const ids = made.map(({ id }) => id)
  for (const search of ['öTT', 'Öttinger', 'ångström ött', '"100%\\', 'ÖTT å'])
    expect(await found(`search=${encodeURIComponent(search)}`), search).toEqual(ids)
  for (const search of ['tting', 'öttinger nobody', '100%', '_'])
    expect(await found(`search=${encodeURIComponent(search)}`), search).toEqual([])
  expect(await found(`search=${made[0]?.username}`)).toEqual([ids[0]])
  expect(await found('search=ött&level=2')).toEqual([ids[2]])
  expect(await found('search=ött&sort=accessLevel&order=desc')).toEqual([ids[2], ids[1], ids[0]])
  await db
    .update(users)
    .set({ fullName: 'Somebody Else' })
    .where(eq(users.id, ids[0] ?? 0))
  expect(await found('search=ött')).toEqual(ids.slice(1))
  const answer = await mine('GET', '/api/users?search=ött&page=2&limit=1')
  expect(await answer.json()).toMatchObject([{ id: ids[2] }])
  expect(answer.headers.get('X-Total-Count')).toBe('2')
})

test.each(['page=0', 'limit=5000', 'page=1&page=2', 'level=6', 'sort=password', 'page=x'])(
  'GET /api/users refuses ?%s',
  async (question) => {
    const { request: mine } = await signIn(4)
    expect((await mine('GET', `/api/users?${question}`)).status).toBe(400)
  },
)

test('POST /api/users makes a user and their card, whose password is to be changed', async () => {
  const { request: mine } = await signIn(4)
  const slug = `Grace-${crypto.randomUUID().slice(0, 8)}`
  const sent = form({ accessLevel: 3, cardSlug: slug })
  const answer = await mine('POST', '/api/users', sent, newAddress())
  expect(answer.status).toBe(201)
  const row = UserRow.parse(await answer.json())
  expect(row).toMatchObject({
    username: sent.username,
    accessLevel: 3,
    mustChangePassword: true,
    cardSlug: slug.toLowerCase(),
  })
  const card = await db.select().from(businessCards).where(eq(businessCards.userId, row.id)).get()
  expect(card).toMatchObject({ name: 'Grace Hopper', email: sent.email, theme: 'minimalist' })
})

test('POST /api/users makes a level 1 user with a generated slug when neither is given', async () => {
  const { request: mine } = await signIn(4)
  const sent = form({ cardSlug: ' ' })
  const answer = await mine('POST', '/api/users', sent, newAddress())
  const row = UserRow.parse(await answer.json())
  expect(row.accessLevel).toBe(1)
  expect(row.cardSlug).toMatch(/^made-[0-9a-f]+-\d{1,4}$/)
})

test('POST /api/users refuses signed-out callers and levels below 4', async () => {
  expect((await request('POST', '/api/users', form())).status).toBe(401)
  const { request: mine } = await signIn(3)
  expect((await mine('POST', '/api/users', form())).status).toBe(403)
})

test('POST /api/users gives no level above the own', async () => {
  const { request: mine } = await signIn(4)
  const sent = form({ accessLevel: 5 })
  expect(await told(mine('POST', '/api/users', sent, newAddress()))).toEqual([
    403,
    'You can give access levels up to your own',
  ])
  expect(await db.$count(users, eq(users.username, sent.username))).toBe(0)
  const { request: five } = await signIn(5)
  expect((await five('POST', '/api/users', sent, newAddress())).status).toBe(201)
})

test.each([
  [{ accessLevel: '5' }, 'Access level must be a number from 1 to 5'],
  [{ accessLevel: [5] }, 'Access level must be a number from 1 to 5'],
  [{ accessLevel: 0 }, 'Access level must be a number from 1 to 5'],
  [{ accessLevel: 6 }, 'Access level must be a number from 1 to 5'],
  [{ accessLevel: 1.5 }, 'Access level must be a number from 1 to 5'],
  [{ accessLevel: null }, 'Access level must be a number from 1 to 5'],
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ email: 'ada' }, 'Please enter a valid email'],
  [{ fullName: 'A' }, 'Full name must be at least 2 characters'],
  [{ password: 'short' }, 'Password must be at least 6 characters'],
  [{ cardSlug: 'ab' }, 'Slug must be at least 3 characters'],
  [
    { cardSlug: 'a b c' },
    'Slug may contain only letters, digits and hyphens, and starts and ends with a letter or digit',
  ],
  [{ id: 1 }, 'What you sent has a field that does not belong here.'],
])('POST /api/users refuses %j', async (fields, sentence) => {
  const { request: mine } = await signIn(5)
  const before = await db.$count(users)
  expect(await told(mine('POST', '/api/users', form(fields), newAddress()))).toEqual([
    400,
    sentence,
  ])
  expect(await db.$count(users)).toBe(before)
})

test('POST /api/users refuses a taken username, a taken, former or reserved slug, and makes nothing', async () => {
  const { request: mine } = await signIn(4)
  const card = await makeCard()
  await db.insert(slugHistory).values({ slug: 'former-slug', cardId: card.id })
  const other = await makeUser()
  const before = [await db.$count(users), await db.$count(businessCards)]
  const post = (fields: object) =>
    told(mine('POST', '/api/users', form({ ...fields }), newAddress()))
  expect(await post({ username: other.username.toUpperCase() })).toEqual([
    409,
    'Username already exists',
  ])
  for (const cardSlug of [card.slug.toUpperCase(), 'former-slug', 'api'])
    expect(await post({ cardSlug })).toEqual([409, 'Slug already exists'])
  expect([await db.$count(users), await db.$count(businessCards)]).toEqual(before)
})

test('POST /api/users sent twice at once makes one user', async () => {
  const { request: mine } = await signIn(4)
  const sent = form()
  const answers = [1, 2].map(() => mine('POST', '/api/users', sent, newAddress()))
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409])
})

test('PUT /api/users/:id changes the own name, e-mail and phone, and tells the former address', async () => {
  const { mails } = openOutbox()
  const { user, request: mine } = await signIn(1)
  const profile = { fullName: 'Ada King', email: 'ada.king@cards.test', phone: '' }
  const answer = await mine('PUT', `/api/users/${user.id}`, profile)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ ...profile, id: user.id, phone: null })
  await vi.waitFor(() => expect(mails).toHaveLength(1))
  expect(mails[0]?.to).toBe(user.email)
  expect(mails[0]?.text).not.toContain('ada.king')
})

test.each([
  [{ fullName: ' ' }, 'Full name is required'],
  [{ email: 'nobody' }, 'Please enter a valid email'],
  [{ accessLevel: 5 }, 'What you sent has a field that does not belong here.'],
  [{ password: 'right horse' }, 'What you sent has a field that does not belong here.'],
  [{ username: 'other' }, 'What you sent has a field that does not belong here.'],
])('PUT /api/users/:id refuses %j', async (fields, sentence) => {
  const { user, request: mine } = await signIn(5)
  const sent = { fullName: 'Ada', email: user.email, phone: null, ...fields }
  expect(await told(mine('PUT', `/api/users/${user.id}`, sent))).toEqual([400, sentence])
  expect(await rowOf(user.id)).toEqual(user)
})

test('PUT /api/users/:id refuses strangers below level 4, users above, and missing ones', async () => {
  const target = await makeUser({ accessLevel: 5 })
  const sent = { fullName: 'Changed', email: target.email, phone: null }
  expect((await request('PUT', `/api/users/${target.id}`, sent)).status).toBe(401)
  for (const level of [1, 3, 4]) {
    const { request: mine } = await signIn(level)
    expect((await mine('PUT', `/api/users/${target.id}`, sent)).status).toBe(403)
  }
  const { request: five } = await signIn(5)
  for (const id of ['999999', '0', '-1', 'x', '1e3', '99999999999999999999'])
    expect(await told(five('PUT', `/api/users/${id}`, sent))).toEqual([404, 'User not found'])
  expect(await rowOf(target.id)).toEqual(target)
})

test('PUT and PATCH let a level 4 user rename another level 4 user, but not take over the account', async () => {
  const target = await makeUser({ accessLevel: 4 })
  const { request: mine } = await signIn(4)
  const profile = { fullName: 'Renamed', email: target.email, phone: null }
  expect((await mine('PUT', `/api/users/${target.id}`, profile)).status).toBe(200)
  const taken = { ...profile, email: 'mine@cards.test' }
  expect((await mine('PUT', `/api/users/${target.id}`, taken)).status).toBe(403)
  for (const change of [{ email: 'mine@cards.test' }, { password: 'right horse' }])
    expect((await mine('PATCH', `/api/users/${target.id}`, change)).status).toBe(403)
  expect(await rowOf(target.id)).toEqual({ ...target, fullName: 'Renamed' })
})

test('PATCH /api/users/:id changes a user and their slug; the former slug stays theirs', async () => {
  const { request: mine } = await signIn(4)
  const target = await makeUser()
  const card = await makeCard({ userId: target.id })
  const change = {
    username: `renamed-${target.id}`,
    email: target.email,
    fullName: 'Renamed',
    accessLevel: 2,
    cardSlug: `renamed-${target.id}-card`,
  }
  const answer = await mine('PATCH', `/api/users/${target.id}`, change)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject(change)
  const saved = await db.select().from(businessCards).where(eq(businessCards.id, card.id)).get()
  expect(saved).toMatchObject({ slug: change.cardSlug, version: card.version + 1 })
  const former = await db.select().from(slugHistory).where(eq(slugHistory.slug, card.slug)).get()
  expect(former?.cardId).toBe(card.id)
  const back = await mine('PATCH', `/api/users/${target.id}`, { cardSlug: card.slug })
  expect(await back.json()).toMatchObject({ cardSlug: card.slug })
})

test('PATCH /api/users/:id gives a user without a card one, when a slug is given', async () => {
  const { request: mine } = await signIn(4)
  const target = await makeUser()
  const cardSlug = `first-card-${target.id}`
  const answer = await mine('PATCH', `/api/users/${target.id}`, { cardSlug })
  expect(await answer.json()).toMatchObject({ cardSlug })
  const card = await db.select().from(businessCards).where(eq(businessCards.slug, cardSlug)).get()
  expect(card).toMatchObject({ userId: target.id, name: target.fullName, email: target.email })
})

test('PATCH /api/users/:id keeps what is left out or blank', async () => {
  const { request: mine } = await signIn(4)
  const target = await makeUser({ phone: '123' })
  const card = await makeCard({ userId: target.id })
  const session = await startSession(db, target.id, 'Unknown')
  const answer = await mine('PATCH', `/api/users/${target.id}`, { password: '', cardSlug: '' })
  expect(await answer.json()).toMatchObject({ cardSlug: card.slug })
  expect(await rowOf(target.id)).toEqual(target)
  const me = await request('GET', '/api/user', undefined, { Cookie: `sid=${session}` })
  expect(me.status).toBe(200)
})

test('PATCH /api/users/:id with a password signs the user out and asks them to change it', async () => {
  const { mails } = openOutbox()
  const { request: mine } = await signIn(4)
  const target = await makeUser({ accessLevel: 3 })
  await startSession(db, target.id, 'Unknown')
  const change = { password: 'given horse' }
  const answer = await mine('PATCH', `/api/users/${target.id}`, change, newAddress())
  expect(await answer.json()).toMatchObject({ mustChangePassword: true })
  expect(await db.$count(sessions, eq(sessions.userId, target.id))).toBe(0)
  const sent = { username: target.username, password: 'given horse' }
  expect((await request('POST', '/api/login', sent, newAddress())).status).toBe(200)
  await vi.waitFor(() => expect(mails).toHaveLength(1))
})

test('PATCH /api/users/:id that changes the level signs the user out', async () => {
  const { request: mine } = await signIn(4)
  const target = await makeUser({ accessLevel: 3 })
  await startSession(db, target.id, 'Unknown')
  expect((await mine('PATCH', `/api/users/${target.id}`, { accessLevel: 3 })).status).toBe(200)
  expect(await db.$count(sessions, eq(sessions.userId, target.id))).toBe(1)
  expect((await mine('PATCH', `/api/users/${target.id}`, { accessLevel: 2 })).status).toBe(200)
  expect(await db.$count(sessions, eq(sessions.userId, target.id))).toBe(0)
})

test('PATCH /api/users/:id never changes the own level, nor the own password', async () => {
  const { user, request: mine } = await signIn(4)
  const patch = (change: object) => told(mine('PATCH', `/api/users/${user.id}`, change))
  expect(await patch({ accessLevel: 5 })).toEqual([
    403,
    'You can give access levels up to your own',
  ])
  expect(await patch({ accessLevel: 3 })).toEqual([409, 'You cannot change your own access level'])
  expect((await patch({ password: 'right horse' }))[0]).toBe(403)
  expect((await patch({ accessLevel: 4, fullName: 'Myself' }))[0]).toBe(200)
  expect(await rowOf(user.id)).toEqual({ ...user, fullName: 'Myself' })
})

test('PATCH /api/users/:id refuses levels above the own, users above, and user 1 below level 5', async () => {
  const { request: four } = await signIn(4)
  const { request: five } = await signIn(5)
  const low = await makeUser()
  const high = await makeUser({ accessLevel: 5 })
  const level = { accessLevel: 5 }
  expect((await four('PATCH', `/api/users/${low.id}`, level)).status).toBe(403)
  expect((await four('PATCH', `/api/users/${high.id}`, { fullName: 'Mine' })).status).toBe(403)
  expect((await five('PATCH', '/api/users/1', { accessLevel: 4 })).status).toBe(403)
  expect((await five('PATCH', `/api/users/${high.id}`, { accessLevel: 4 })).status).toBe(200)
  expect((await rowOf(low.id))?.accessLevel).toBe(1)
  expect((await rowOf(1))?.accessLevel).toBe(5)
})

test('PATCH /api/users/:id refuses a taken username or slug and changes nothing', async () => {
  const { request: mine } = await signIn(4)
  const target = await makeUser()
  await makeCard({ userId: target.id })
  const other = await makeCard()
  const owner = await rowOf(other.userId)
  const patch = (change: object) => told(mine('PATCH', `/api/users/${target.id}`, change))
  expect(await patch({ fullName: 'No', username: owner?.username.toUpperCase() })).toEqual([
    409,
    'Username already exists',
  ])
  expect(await patch({ fullName: 'No', cardSlug: other.slug })).toEqual([
    409,
    'Slug already exists',
  ])
  expect(await rowOf(target.id)).toEqual(target)
})

test('PATCH /api/users/:id refuses signed-out callers, levels below 4 and junk', async () => {
  const target = await makeUser()
  expect((await request('PATCH', `/api/users/${target.id}`, {})).status).toBe(401)
  const { request: three } = await signIn(3)
  expect((await three('PATCH', `/api/users/${target.id}`, {})).status).toBe(403)
  const { request: four } = await signIn(4)
  for (const junk of ['[]', 'null', '{"accessLevel":"2"}', '{"id":1}', '{"deletedAt":null}', '{'])
    expect(
      (
        await four('PATCH', `/api/users/${target.id}`, junk, {
          'Content-Type': 'application/json',
        })
      ).status,
    ).toBe(400)
  expect((await four('PATCH', '/api/users/999999', {})).status).toBe(404)
  expect(await rowOf(target.id)).toEqual(target)
})

test('DELETE /api/users/:id hides the user and their card and ends their sessions', async () => {
  const { request: mine } = await signIn(4)
  const target = await makeUser({ accessLevel: 4 })
  const card = await makeCard({ userId: target.id })
  const session = await startSession(db, target.id, 'Unknown')
  expect((await mine('DELETE', `/api/users/${target.id}`)).status).toBe(204)
  const me = await request('GET', '/api/user', undefined, { Cookie: `sid=${session}` })
  expect(me.status).toBe(401)
  expect((await rowOf(target.id))?.deletedAt).toMatch(/^\d{4}-/)
  const kept = await db.select().from(businessCards).where(eq(businessCards.id, card.id)).get()
  expect(kept).toEqual(card)
  expect((await mine('DELETE', `/api/users/${target.id}`)).status).toBe(404)
})

test("DELETE /api/users/:id takes the user's cards off the web at once", async () => {
  const { request: mine } = await signIn(4)
  const card = await makeCard()
  expect((await request('GET', `/view/${card.slug}`)).status).toBe(200)
  expect((await mine('DELETE', `/api/users/${card.userId}`)).status).toBe(204)
  await vi.waitFor(async () =>
    expect((await request('GET', `/view/${card.slug}`)).status).toBe(404),
  )
})

test('DELETE /api/users/:id refuses user 1, oneself, users above, and levels below 4', async () => {
  const { user, request: five } = await signIn(5)
  const { request: four } = await signIn(4)
  const { request: three } = await signIn(3)
  const low = await makeUser()
  expect(await told(five('DELETE', '/api/users/1'))).toEqual([
    403,
    'The first user cannot be deleted',
  ])
  expect((await five('DELETE', `/api/users/${user.id}`)).status).toBe(409)
  expect((await four('DELETE', `/api/users/${user.id}`)).status).toBe(403)
  expect((await three('DELETE', `/api/users/${low.id}`)).status).toBe(403)
  expect((await request('DELETE', `/api/users/${low.id}`)).status).toBe(401)
  expect((await five('DELETE', '/api/users/x')).status).toBe(404)
  for (const id of [1, user.id, low.id]) expect((await rowOf(id))?.deletedAt).toBeNull()
})

test('a password is nowhere in what the user routes answer', async () => {
  const { user, request: mine } = await signIn(5, { password: `$scrypt$${env.PEPPER}` })
  const answers = [
    await mine('GET', '/api/users'),
    await mine('GET', '/api/user'),
    await mine('PATCH', `/api/users/${user.id}`, { fullName: 'Ada King' }),
  ]
  for (const answer of answers) expect(await answer.text()).not.toMatch(/scrypt|"password"/)
})

test('POST /api/users/:id/restore brings a user and their cards back', async () => {
  const four = await signIn(4)
  const gone = await makeUser()
  const card = await makeCard({ userId: gone.id })
  const path = `/api/users/${gone.id}/restore`
  expect(await told(four.request('POST', path))).toEqual([409, 'This user is not deleted.'])
  expect((await four.request('DELETE', `/api/users/${gone.id}`)).status).toBe(204)
  expect((await request('GET', `/api/card/${card.slug}`)).status).toBe(404)
  const listed = await four.request('GET', '/api/users?deleted=1')
  expect(UserRow.array().parse(await listed.json())).toContainEqual(
    expect.objectContaining({ id: gone.id, deletedAt: expect.any(String) }),
  )
  const answer = await four.request('POST', path)
  expect(await answer.json()).toMatchObject({ id: gone.id, deletedAt: null })
  expect((await request('GET', `/api/card/${card.slug}`)).status).toBe(200)
})

test('POST /api/users/:id/handover gives cards, addresses and inbox to a colleague', async () => {
  const four = await signIn(4)
  const leaver = await makeUser({ deletedAt: '2026-01-01' })
  const cards = [await makeCard({ userId: leaver.id }), await makeCard({ userId: leaver.id })]
  const colleague = await signIn(1)
  const outbox = await openOutbox()
  const path = `/api/users/${leaver.id}/handover`
  const answer = await four.request('POST', path, { to: colleague.user.id })
  expect(await answer.json()).toEqual({ cards: 2 })
  const owned = await colleague.request('GET', '/api/business-cards')
  expect(await owned.json()).toMatchObject(cards.map(({ id, slug }) => ({ id, slug })))
  for (const { id, slug } of cards) {
    expect((await request('GET', `/api/card/${slug}`)).status).toBe(200)
    const inbox = await colleague.request('GET', `/api/business-cards/${id}/submissions`)
    expect(inbox.status).toBe(200)
  }
  await expect
    .poll(() => outbox.mails)
    .toMatchObject([
      { to: colleague.user.email, subject: `You have 2 cards of ${leaver.username} now` },
    ])
  expect(await (await four.request('POST', path, { to: colleague.user.id })).json()).toEqual({
    cards: 0,
  })
})

test('restore and handover are refused above the own level, and to who is not there', async () => {
  const four = await signIn(4)
  const [five, one] = [await makeUser({ accessLevel: 5 }), await makeUser()]
  const at = (id: number) => `/api/users/${id}/handover`
  for (const [path, body] of [
    [at(five.id), { to: one.id }],
    [at(one.id), { to: five.id }],
    [at(one.id), { to: 2_000_000_000 }],
    [at(2_000_000_000), { to: one.id }],
    [`/api/users/${five.id}/restore`, undefined],
  ] as const)
    expect(await told(four.request('POST', path, body))).toEqual([404, 'User not found'])
  expect((await four.request('POST', at(one.id), { to: one.id })).status).toBe(400)
  expect((await four.request('POST', at(one.id), { to: 'me' })).status).toBe(400)
  const three = await signIn(3)
  expect((await three.request('POST', at(one.id), { to: three.user.id })).status).toBe(403)
  expect((await request('POST', at(one.id), { to: one.id })).status).toBe(401)
})
