import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { users } from '../../schema/accounts/tables.ts'
import { UserRow } from '../../schema/users/user.ts'
import { db, makeCard, makeUser, request, signIn, statusAndText } from '../testing/app.ts'

await makeUser({ id: 1, accessLevel: 5 })

test('GET /api/users requires level 4', async () => {
  expect((await request('GET', '/api/users')).status).toBe(401)
  const { request: asUser } = await signIn(3)
  expect(await statusAndText(asUser('GET', '/api/users'))).toEqual([
    403,
    "You don't have the required access level to do this.",
  ])
})

test('GET /api/users lists users with the slug of their first card, without passwords', async () => {
  const { request: asAdmin } = await signIn(4)
  const target = await makeUser({ fullName: 'Zuse' })
  await makeCard({ userId: target.id, deletedAt: 'now' })
  const card = await makeCard({ userId: target.id })
  await makeCard({ userId: target.id })
  const cardless = await makeUser()
  const response = await asAdmin('GET', '/api/users')
  const text = await response.text()
  const rows = z.array(UserRow).parse(JSON.parse(text))
  expect(rows.find(({ id }) => id === target.id)).toMatchObject({ cardSlug: card.slug })
  expect(rows.find(({ id }) => id === cardless.id)).toMatchObject({ cardSlug: null })
  expect(text).not.toContain('no password')
  expect(response.headers.get('X-Total-Count')).toBe(String(rows.length))
})

test('GET /api/users shows level 5 users to level 5 only, and deleted users to nobody', async () => {
  const level5 = await makeUser({ accessLevel: 5 })
  const deleted = await makeUser({ deletedAt: 'now' })
  const ids = async (level: number) => {
    const { request: asUser } = await signIn(level)
    return z
      .array(UserRow)
      .parse(await (await asUser('GET', '/api/users')).json())
      .map(({ id }) => id)
  }
  expect(await ids(4)).not.toContain(level5.id)
  expect(await ids(5)).toContain(level5.id)
  expect(await ids(5)).not.toContain(deleted.id)
})

test('GET /api/users searches and pages', async () => {
  const { request: asAdmin } = await signIn(4)
  const made = [await makeUser(), await makeUser(), await makeUser({ accessLevel: 2 })]
  for (const { id } of made)
    await db.update(users).set({ fullName: '"100%\\ Öttinger-Ångström' }).where(eq(users.id, id))
  const found = async (question: string) => {
    const response = await asAdmin('GET', `/api/users?${question}`)
    const rows = z.array(UserRow).parse(await response.json())
    expect(response.headers.get('X-Total-Count')).toBe(String(rows.length))
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
  const result = await asAdmin('GET', '/api/users?search=ött&page=2&limit=1')
  expect(await result.json()).toMatchObject([{ id: ids[2] }])
  expect(result.headers.get('X-Total-Count')).toBe('2')
})

test.each(['page=0', 'limit=5000', 'page=1&page=2', 'level=6', 'sort=password', 'page=x'])(
  'GET /api/users refuses ?%s',
  async (question) => {
    const { request: asAdmin } = await signIn(4)
    expect((await asAdmin('GET', `/api/users?${question}`)).status).toBe(400)
  },
)

test('no response of the user routes contains a password', async () => {
  const { user, request: asAdmin } = await signIn(5, { password: `$scrypt$${env.PEPPER}` })
  const responses = [
    await asAdmin('GET', '/api/users'),
    await asAdmin('GET', '/api/user'),
    await asAdmin('PATCH', `/api/users/${user.id}`, { fullName: 'Ada King' }),
  ]
  for (const response of responses) expect(await response.text()).not.toMatch(/scrypt|"password"/)
})
