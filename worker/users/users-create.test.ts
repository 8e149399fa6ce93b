import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { UserRow } from '../../schema/users/user.ts'
import {
  db,
  makeCard,
  makeUser,
  newAddress,
  request,
  signIn,
  statusAndText,
} from '../testing/app.ts'

await makeUser({ id: 1, accessLevel: 5 })

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

test('POST /api/users creates a user with a card and a password that must be changed', async () => {
  const { request: asAdmin } = await signIn(4)
  const slug = `Grace-${crypto.randomUUID().slice(0, 8)}`
  const sent = form({ accessLevel: 3, cardSlug: slug })
  const response = await asAdmin('POST', '/api/users', sent, newAddress())
  expect(response.status).toBe(201)
  const row = UserRow.parse(await response.json())
  expect(row).toMatchObject({
    username: sent.username,
    accessLevel: 3,
    mustChangePassword: true,
    cardSlug: slug.toLowerCase(),
  })
  const card = await db.select().from(businessCards).where(eq(businessCards.userId, row.id)).get()
  expect(card).toMatchObject({ name: 'Grace Hopper', email: sent.email, theme: 'minimalist' })
})

test('POST /api/users creates a user of level 1 with a generated slug by default', async () => {
  const { request: asAdmin } = await signIn(4)
  const sent = form({ cardSlug: ' ' })
  const response = await asAdmin('POST', '/api/users', sent, newAddress())
  const row = UserRow.parse(await response.json())
  expect(row.accessLevel).toBe(1)
  expect(row.cardSlug).toMatch(/^made-[0-9a-f]+-\d{1,4}$/)
})

test('POST /api/users rejects signed-out callers and levels below 4', async () => {
  expect((await request('POST', '/api/users', form())).status).toBe(401)
  const { request: asUser } = await signIn(3)
  expect((await asUser('POST', '/api/users', form())).status).toBe(403)
})

test('POST /api/users rejects a level above the caller’s', async () => {
  const { request: asAdmin } = await signIn(4)
  const sent = form({ accessLevel: 5 })
  expect(await statusAndText(asAdmin('POST', '/api/users', sent, newAddress()))).toEqual([
    403,
    'You can grant access levels up to your own',
  ])
  expect(await db.$count(users, eq(users.username, sent.username))).toBe(0)
  const { request: asLevel5 } = await signIn(5)
  expect((await asLevel5('POST', '/api/users', sent, newAddress())).status).toBe(201)
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
    'Slug may contain only letters, digits and hyphens, and must start and end with a letter or digit',
  ],
  [{ id: 1 }, 'The request contains an unknown field.'],
])('POST /api/users rejects %j', async (fields, sentence) => {
  const { request: asAdmin } = await signIn(5)
  const before = await db.$count(users)
  expect(await statusAndText(asAdmin('POST', '/api/users', form(fields), newAddress()))).toEqual([
    400,
    sentence,
  ])
  expect(await db.$count(users)).toBe(before)
})

test('POST /api/users rejects a taken username and a taken, former or reserved slug, and stores nothing', async () => {
  const { request: asAdmin } = await signIn(4)
  const card = await makeCard()
  await db.insert(slugHistory).values({ slug: 'former-slug', cardId: card.id })
  const other = await makeUser()
  const before = [await db.$count(users), await db.$count(businessCards)]
  const post = (fields: object) =>
    statusAndText(asAdmin('POST', '/api/users', form({ ...fields }), newAddress()))
  expect(await post({ username: other.username.toUpperCase() })).toEqual([
    409,
    'Username already exists',
  ])
  for (const cardSlug of [card.slug.toUpperCase(), 'former-slug', 'api'])
    expect(await post({ cardSlug })).toEqual([409, 'Slug already exists'])
  for (const [field, value] of [
    ['username', other.username],
    ['cardSlug', card.slug],
  ] as const) {
    const response = await asAdmin('POST', '/api/users', form({ [field]: value }), newAddress())
    expect(response.headers.get('X-Error-Code')).toBe(field === 'username' ? 'username' : 'slug')
  }
  expect([await db.$count(users), await db.$count(businessCards)]).toEqual(before)
})

test('POST /api/users sent twice concurrently creates one user', async () => {
  const { request: asAdmin } = await signIn(4)
  const sent = form()
  const responses = [1, 2].map(() => asAdmin('POST', '/api/users', sent, newAddress()))
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409])
})
