import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { sessions, users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { cookieHeader, db, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { emptyDatabases } from '../testing/empty-databases.ts'

const password = 'right horse'

await makeUser({ id: 1, accessLevel: 5 })

test('POST /api/register returns 503 until the first user exists', async () => {
  await emptyDatabases(env)
  onTestFinished(async () => void (await makeUser({ id: 1, accessLevel: 5 })))
  const response = await request('POST', '/api/register', registration(), newAddress())
  expect([response.status, await response.text()]).toEqual([503, 'This service is not set up yet.'])
  expect(response.headers.get('Retry-After')).toBe('60')
  expect(await db.$count(users)).toBe(0)
})

function registration(fields: Record<string, unknown> = {}) {
  const username = `New.${crypto.randomUUID().slice(0, 8)}`
  return {
    username,
    fullName: 'Grace Hopper',
    email: `${username}@cards.test`,
    password,
    ...fields,
  }
}

test('POST /api/register creates a user of level 1 with a card, and signs in', async () => {
  const form = registration({ phone: '+49 30 1234567' })
  const response = await request('POST', '/api/register', form, newAddress())
  expect(response.status).toBe(201)
  const user = await response.clone().json<{ id: number }>()
  expect(user).toMatchObject({ username: form.username, accessLevel: 1, mustChangePassword: false })
  const me = await request('GET', '/api/user', undefined, { Cookie: cookieHeader(response) })
  expect(await me.json()).toEqual(user)
  const card = await db.select().from(businessCards).where(eq(businessCards.userId, user.id)).get()
  expect(card).toMatchObject({
    name: 'Grace Hopper',
    email: form.email,
    phone: '+49 30 1234567',
    theme: 'minimalist',
    state: 'live',
  })
  expect(card?.slug).toMatch(/^new-[0-9a-f]+-\d{1,4}$/)
})

test('POST /api/register gives the first card the chosen theme', async () => {
  const form = registration({ theme: 'tech' })
  const response = await request('POST', '/api/register', form, newAddress())
  const { id } = await response.json<{ id: number }>()
  const card = await db.select().from(businessCards).where(eq(businessCards.userId, id)).get()
  expect(card?.theme).toBe('tech')
})

test('the base language of a first card is that of the registration, and of any other that of its account', async () => {
  const languageOf = async (response: Response) =>
    z.object({ language: z.string() }).parse(await response.json()).language
  for (const language of ['de', undefined]) {
    const made = await request('POST', '/api/register', registration({ language }), newAddress())
    const { id } = await made.json<{ id: number }>()
    const card = await db.select().from(businessCards).where(eq(businessCards.userId, id)).get()
    expect(card?.language).toBe(language ?? 'en')
    const page = await request('GET', `/view/${card?.slug}`)
    expect(await page.text()).toContain(`<html lang="${language ?? 'en'}">`)
  }
  const owner = await signIn(4, { language: 'ja' })
  const create = (userId: number) => owner.request('POST', '/api/business-cards', { userId })
  expect(await languageOf(await create(owner.user.id))).toBe('ja')
  expect(await languageOf(await create((await makeUser()).id))).toBe('en')
})

test('POST /api/register rejects a taken username in any case, and stores neither a card nor a session', async () => {
  const form = registration()
  await request('POST', '/api/register', form, newAddress())
  const rows = () => Promise.all([db.$count(businessCards), db.$count(sessions)])
  const before = await rows()
  const again = { ...form, username: form.username.toUpperCase() }
  const response = await request('POST', '/api/register', again, newAddress())
  expect([response.status, await response.text()]).toEqual([409, 'Username already exists'])
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await rows()).toEqual(before)
})

test.each([
  [{ username: undefined }, 'Username is required'],
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ username: 'a'.repeat(41) }, 'Username must be at most 40 characters'],
  [{ fullName: undefined }, 'Full name is required'],
  [{ fullName: 'A' }, 'Full name must be at least 2 characters'],
  [{ email: 'nobody' }, 'Please enter a valid email'],
  [{ password: 'short' }, 'Password must be at least 6 characters'],
  [{ password: 'ä'.repeat(129) }, 'Password is too long'],
  [{ accessLevel: 5 }, 'The request contains an unknown field.'],
  [{ id: 1 }, 'The request contains an unknown field.'],
])('POST /api/register rejects %j', async (fields, sentence) => {
  const before = await db.$count(users)
  const response = await request('POST', '/api/register', registration(fields), newAddress())
  expect([response.status, await response.text()]).toEqual([400, sentence])
  expect(await db.$count(users)).toBe(before)
})

test('POST /api/register is rejected while registration is closed', async () => {
  setVar('REGISTRATION', 'closed')
  const response = await request('POST', '/api/register', registration(), newAddress())
  expect([response.status, await response.text()]).toEqual([403, 'Registration is closed.'])
})

test('POST /api/register limits accounts per hour and address', async () => {
  setVar('REGISTER_PER_HOUR', '2')
  const address = newAddress()
  const statuses: number[] = []
  for (let turn = 0; turn < 3; turn += 1)
    statuses.push((await request('POST', '/api/register', registration(), address)).status)
  expect(statuses).toEqual([201, 201, 429])
})

test('POST /api/register requires passwords of PASSWORD_MIN_LENGTH characters', async () => {
  setVar('PASSWORD_MIN_LENGTH', '12')
  const response = await request('POST', '/api/register', registration(), newAddress())
  expect([response.status, await response.text()]).toEqual([
    400,
    'Password must be at least 12 characters',
  ])
})

type Var = 'REGISTRATION' | 'REGISTER_PER_HOUR' | 'PASSWORD_MIN_LENGTH'

// The tested worker shares its bindings with the test.
function setVar(name: Var, value: string) {
  const before = env[name]
  env[name] = value
  onTestFinished(() => {
    env[name] = before
  })
}
