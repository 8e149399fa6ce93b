import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { examplePepper } from '../platform/secrets.ts'
import { db, newAddress, request } from '../testing/app.ts'
import { emptyDatabases } from '../testing/empty-databases.ts'
import { brokenDatabase, send } from '../testing/https-request.ts'

const secret = 'f'.repeat(64)
const first = {
  ...{ secret, username: 'ada.first', email: 'ada@cards.test', fullName: 'Ada <First>' },
  password: 'correct horse',
}

beforeEach(() => emptyDatabases(env))

/** The installation has this secret until the end of the test. */
function useSecret(pepper: string) {
  const before = env.PEPPER
  env.PEPPER = pepper
  onTestFinished(() => {
    env.PEPPER = before
  })
}

function post(fields: Record<string, string>, headers = newAddress()) {
  return send({
    ...{ method: 'POST', path: '/setup', body: new URLSearchParams(fields).toString() },
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  })
}

/** A binding that the app has not seen, as in a new isolate. */
function newBinding(): D1Database {
  return new Proxy(env.DB, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('the first visit of an empty installation is the form, without scripts or other sites', async () => {
  const visit = await send({ method: 'GET', path: '/auth' }, { DB: newBinding() })
  expect([visit.status, visit.headers.get('Location')]).toEqual([302, '/setup'])
  const page = await send({ method: 'GET', path: '/setup' })
  expect(page.status).toBe(200)
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  expect(page.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'/,
  )
  const html = await page.text()
  expect(html).toMatch(/<form (?=[^>]*method="post")(?=[^>]*action="\/setup")/)
  expect(html).not.toContain('<script')
})

test('with the secret the form creates user 1 with every right and a card, who signs in', async () => {
  useSecret(secret)
  const answer = await post(first)
  expect(answer.status).toBe(201)
  expect(await answer.text()).toContain('href="/auth"')
  expect(await db.select().from(users)).toMatchObject([
    { id: 1, username: 'ada.first', accessLevel: 5, mustChangePassword: false },
  ])
  const login = { username: 'ada.first', password: first.password }
  const signedIn = await request('POST', '/api/login', login, newAddress())
  expect(await signedIn.json()).toMatchObject({ id: 1, accessLevel: 5, emailVerified: true })
})

test('it works once: later the page leads to the sign-in, and the form is refused', async () => {
  useSecret(secret)
  await post(first)
  const page = await send({ method: 'GET', path: '/setup' })
  expect(page.status).toBe(200)
  const text = await page.text()
  expect(text).toContain('This page creates the first user of Edgecard, and there is one.')
  expect(text).toContain('You can create an account of your own on the sign-in page.')
  expect(text).not.toContain('<form')
  const closed = await send({ method: 'GET', path: '/setup' }, { REGISTRATION: 'closed' })
  expect(await closed.text()).toContain('For an account of your own, ask a System Admin.')
  const again = await post({ ...first, username: 'eve', email: 'eve@cards.test' })
  expect([again.status, await again.text()]).toEqual([
    409,
    expect.stringContaining('This installation is already set up.'),
  ])
  const visit = await send({ method: 'GET', path: '/auth' }, { DB: newBinding() })
  expect(visit.status).toBe(200)
  expect(await db.select().from(users)).toHaveLength(1)
})

test('of ten forms at once one creates a user', async () => {
  useSecret(secret)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      post({ ...first, username: `admin-${i}`, email: `admin-${i}@cards.test` }),
    ),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(9).fill(409)])
  expect(await db.select({ id: users.id }).from(users)).toEqual([{ id: 1 }])
})

test('a wrong secret is refused, ten times an hour, and the form keeps what was typed but no secret', async () => {
  useSecret(secret)
  const headers = newAddress()
  const wrong = { ...first, secret: 'e'.repeat(64) }
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const answer = await post(wrong, headers)
    expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([403, 'wrong-secret'])
    const html = await answer.text()
    expect(html).toContain('This is not the secret of this installation.')
    expect(html).toContain('value="Ada &lt;First&gt;"')
    expect(html).not.toContain(wrong.secret)
    expect(html).not.toContain(first.password)
  }
  expect((await post(first, headers)).status).toBe(429)
  expect(await db.select().from(users)).toEqual([])
  expect(await db.select().from(rateLimits)).not.toEqual([])
})

test.each([
  ['the example', examplePepper],
  ['too short', 'a pepper for tests only'],
  ['missing', ''],
])('an installation whose secret is %s cannot be set up', async (_, pepper) => {
  useSecret(pepper)
  const answer = await post({ ...first, secret: pepper || 'any' })
  expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([503, 'weak-secret'])
  expect(await answer.text()).toContain('is an example or shorter than 32 characters')
  expect(await db.select().from(users)).toEqual([])
})

test.each([
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ email: 'nobody' }, 'Please enter a valid email'],
  [{ password: 'short' }, 'Password must be at least 6 characters'],
  [{ password: 'password' }, 'This password is too common. Choose another.'],
  [{ more: 'x' }, 'The request contains an unknown field.'],
])('%j is refused with one sentence', async (changed, sentence) => {
  useSecret(secret)
  const answer = await post({ ...first, ...changed })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(sentence)])
  expect(await db.select().from(users)).toEqual([])
})

test('a form from another site is refused', async () => {
  useSecret(secret)
  const headers = { ...newAddress(), Origin: 'https://evil.example' }
  expect((await post(first, headers)).status).toBe(403)
  expect(await db.select().from(users)).toEqual([])
})

test('while the database does not respond, the sign-in page is shown', async () => {
  const { status } = await send({ method: 'GET', path: '/auth' }, { DB: brokenDatabase })
  expect(status).toBe(200)
})
