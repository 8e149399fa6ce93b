import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { BulkResult } from '../../schema/users/bulk-import.ts'
import { findSession } from '../accounts/sessions.ts'
import { accountChangedMessage } from '../http/declaration.ts'
import { db, makeCard, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { importUser } from './batch-endpoints.ts'

const path = '/api/users/bulk'

function row(fields: Record<string, unknown> = {}) {
  const username = `bulk-${crypto.randomUUID().slice(0, 8)}`
  return {
    username,
    fullName: 'Grace Hopper',
    email: `${username}@cards.test`,
    accessLevel: 1,
    password: 'right horse',
    ...fields,
  }
}

test('POST /api/users/bulk requires level 4 and 1 to 200 rows', async () => {
  expect((await request('POST', path, { users: [row()] })).status).toBe(401)
  const { request: asLevel3 } = await signIn(3)
  expect((await asLevel3('POST', path, { users: [row()] })).status).toBe(403)
  const { request: asLevel4 } = await signIn(4)
  for (const sent of [
    {},
    { users: [] },
    { users: 'all' },
    { users: [null] },
    { users: Array(201).fill({}) },
  ])
    expect((await asLevel4('POST', path, sent)).status).toBe(400)
})

test('each row is created with its card or rejected on its own, and a retry creates nothing', async () => {
  const { request: asLevel4 } = await signIn(4)
  const taken = await makeUser()
  const slug = `bulk-${crypto.randomUUID().slice(0, 8)}`
  const good = row({ cardSlug: slug })
  const rows = [
    good,
    row({ username: taken.username.toUpperCase() }),
    row({ email: 'nobody', password: 'short' }),
    row({ accessLevel: 5 }),
    row({ cardSlug: slug }),
    row({ username: good.username }),
    row({ accessLevel: '2' }),
    row({ id: 1 }),
    {},
  ]
  const send = async () =>
    BulkResult.parse(await (await asLevel4('POST', path, { users: rows })).json()).results
  const results = await send()
  expect(results).toMatchObject([
    { status: 'made', cardSlug: slug },
    { status: 'refused', field: 'username', reason: 'Username already exists' },
    {
      status: 'refused',
      field: 'email',
      reason: 'Please enter a valid email, Password must be at least 6 characters',
    },
    {
      status: 'refused',
      field: 'accessLevel',
      reason: 'You can grant access levels up to your own',
    },
    { status: 'refused', field: 'cardSlug', reason: 'Slug already exists' },
    { status: 'refused', field: 'username', reason: 'Username already exists' },
    {
      status: 'refused',
      field: 'accessLevel',
      reason: 'Access level must be a number from 1 to 5',
    },
    { status: 'refused', reason: 'The request contains an unknown field.' },
    { status: 'refused', field: 'username' },
  ])
  expect((await send())[0]).toEqual({ status: 'exists' })
  const made = await db.select().from(users).where(eq(users.username, good.username)).all()
  expect(made).toMatchObject([{ mustChangePassword: true, accessLevel: 1 }])
  expect(made[0]?.password).toMatch(/^\$pbkdf2c\$/)
  expect(await db.$count(businessCards, eq(businessCards.userId, made[0]?.id ?? 0))).toBe(1)
})

test('a user created in a batch can sign in, and their hash is replaced with the stronger one', async () => {
  const { request: asLevel4 } = await signIn(4)
  const sent = row()
  await asLevel4('POST', path, { users: [sent] })
  const login = { username: sent.username, password: sent.password }
  expect((await request('POST', '/api/login', login, newAddress())).status).toBe(200)
  const [stored] = await db.select().from(users).where(eq(users.username, sent.username)).all()
  expect(stored?.password).toMatch(/^\$scrypt\$/)
})

test('too many calls in an hour are rejected with Retry-After', async () => {
  const { request: asLevel4 } = await signIn(4)
  const responses = []
  for (let call = 0; call <= Number(env.BULK_CALLS_PER_HOUR); call += 1)
    responses.push(await asLevel4('POST', path, { users: [{}] }))
  expect(responses.map(({ status }) => status)).toEqual([
    ...Array(Number(env.BULK_CALLS_PER_HOUR)).fill(200),
    429,
  ])
  expect(responses.at(-1)?.headers.get('Retry-After')).toMatch(/^\d+$/)
})

test('POST /api/users/check returns unavailable names to level 4, and stores nothing', async () => {
  const path = '/api/users/check'
  const { username } = await makeUser({ deletedAt: '2026-01-01T00:00:00.000Z' })
  const { slug } = await makeCard()
  const input = {
    usernames: [username.toUpperCase(), 'nobody has this one'],
    slugs: [slug.toUpperCase(), 'nobody-has-this-one', 'admin', ''],
  }
  expect((await request('POST', path, input)).status).toBe(401)
  const { request: asLevel3 } = await signIn(3)
  expect((await asLevel3('POST', path, input)).status).toBe(403)
  const { request: asLevel4, user } = await signIn(4)
  for (const bad of [{}, { usernames: ['x'] }, { ...input, slugs: Array(501).fill('x') }])
    expect((await asLevel4('POST', path, bad)).status).toBe(400)
  const response = await asLevel4('POST', path, input)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    usernames: [username.toUpperCase()],
    slugs: [slug.toUpperCase(), 'admin'],
  })
  expect(await db.$count(auditLog, eq(auditLog.actorId, user.id))).toBe(0)
})

test('two calls check all names of a file', async () => {
  const { request: asLevel4 } = await signIn(4)
  const usernames = Array.from({ length: 500 }, (_, index) => `somebody ${index}`)
  const slugs = usernames.map((name) => name.replace(' ', '-'))
  expect((await asLevel4('POST', '/api/users/check', { usernames, slugs })).status).toBe(200)
})

test('no row is created after the caller has lost the level', async () => {
  const { user, session } = await signIn(4)
  const actor = (await findSession(db, session)) ?? expect.fail('no session')
  const made = await importUser(env, row(), actor)
  expect(made.status).toBe('made')
  for (const change of [{ accessLevel: 3 }, { accessLevel: 4, deletedAt: '2026-01-01' }]) {
    await db.update(users).set(change).where(eq(users.id, user.id))
    const late = row()
    const refused = { status: 'refused', reason: accountChangedMessage }
    expect(await importUser(env, late, actor)).toEqual(refused)
    expect(await db.$count(users, eq(users.username, late.username))).toBe(0)
  }
})
