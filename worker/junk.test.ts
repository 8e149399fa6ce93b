import { exports } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { callsOf } from './api/calls.ts'
import { app } from './app.ts'
import { db, makeCard, makeUser, origin } from './testing/app.ts'
import { storedHash } from './testing/stored.ts'
import { startSession } from './users/sessions.ts'

// Some of these send dozens of requests.
vi.setConfig({ testTimeout: 30_000 })

const mark = 'zxqjunk'
const calls = callsOf(app.routes)
const writing = calls.filter(({ method }) => method !== 'GET')
const parsing = writing.filter(({ contract }) => contract)
const json = { 'Content-Type': 'application/json' }

/** A level 5 caller, because for anybody else the level would refuse before the junk is read. */
async function makeCaller() {
  const user = await makeUser({ accessLevel: 5 })
  await makeCard({ userId: user.id })
  const cookie = { Cookie: `sid=${await startSession(db, user.id, 'Unknown')}` }
  return async (method: string, path: string, init: { body?: BodyInit; headers?: object } = {}) => {
    const headers = { ...cookie, ...init.headers }
    const answer = await exports.default.fetch(`${origin}${path}`, {
      method,
      headers,
      body: init.body,
      redirect: 'manual',
    })
    return { path, status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof makeCaller>>>>

function expectRefused({ path, status, headers, text }: Answer, statuses?: number[]): void {
  const said = `${path}: ${status} ${text.slice(0, 200)}`
  if (statuses) expect(statuses, said).toContain(status)
  expect(status, said).toBeGreaterThanOrEqual(400)
  expect(status, said).toBeLessThan(500)
  expect(`${text}${[...headers].join()}`, said).not.toContain(mark)
  if (!path.startsWith('/api/')) return
  expect(text, said).toMatch(/^[A-Z][^\n<>{}]{5,160}$/)
  expect(headers.get('Content-Type')).toMatch(/^text\/plain/i)
  expect(headers.get('X-Error-Code'), said).toMatch(/^[a-z-]+$/)
}

/** The path with every parameter replaced. */
function at(path: string, value: string): string {
  return path.replace(/:\w+/g, value).replace('*', value)
}

const missing = '999999'

function wrongValues(example: object): unknown[] {
  const values = [
    { [mark]: [mark] },
    [[mark]],
    1e308,
    -1,
    true,
    `${mark}\u0000`,
    '\ud800',
    mark.repeat(900),
  ]
  // Yes is a right value where the good one is no.
  const wrong = (value: unknown, good: unknown) => (value === true && good === false ? 0 : value)
  return values.map((value) =>
    Object.fromEntries(Object.entries(example).map(([key, good]) => [key, wrong(value, good)])),
  )
}

const notObjects = [
  '',
  ' ',
  mark,
  '{',
  '[]',
  '"text"',
  'null',
  '1',
  `{"a":${mark}}`,
  '{}{}',
  '\u0000',
]
const poisoned = ['__proto__', 'constructor', 'prototype'].map((key) => `{"${key}":{"${mark}":1}}`)
const deep = ['['.repeat(400) + ']'.repeat(400), `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`]

// Half a character is a password like another; it is only not the right one.
function badBody(path: string): number[] {
  return path === '/api/login' ? [400, 413, 401] : [400, 413]
}

test('the junk reaches the routes there are', () => {
  expect(parsing.length).toBeGreaterThan(8)
})

test.each(parsing)(
  '$method $path refuses a body that is not what it takes',
  async ({ method, path, example = {} }) => {
    const call = await makeCaller()
    const before = await storedHash()
    const to = at(path, missing)
    const bodies = [
      ...notObjects,
      ...poisoned,
      ...deep,
      ...wrongValues(example).map((value) => JSON.stringify(value)),
    ]
    for (const body of bodies)
      expectRefused(await call(method, to, { body, headers: json }), badBody(path))
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
    expectRefused(await call(method, to, { body: bytes, headers: json }), [400])
    const unknown = JSON.stringify({ ...example, [mark]: mark })
    expectRefused(
      await call(method, to, { body: unknown, headers: json }),
      path.includes(':') ? [400, 404] : [400],
    )
    expect(await storedHash()).toBe(before)
  },
)

test.each(parsing)(
  '$method $path refuses a good body of another type',
  async ({ method, path, example }) => {
    const call = await makeCaller()
    const before = await storedHash()
    const body = JSON.stringify(example)
    for (const type of [
      'text/html',
      'application/xml',
      'multipart/form-data; boundary=x',
      mark,
      'application/json5',
    ]) {
      expectRefused(
        await call(method, at(path, missing), { body, headers: { 'Content-Type': type } }),
        [415],
      )
    }
    expect(await storedHash()).toBe(before)
  },
)

test.each(writing)(
  '$method $path refuses a body beyond its limit, whether announced or not',
  async ({ method, path, row }) => {
    const call = await makeCaller()
    const before = await storedHash()
    const body = mark.repeat(Math.ceil(((row.maxBody ?? 0) + 1) / mark.length))
    const stream = new Blob([body]).stream()
    for (const sent of [body, stream]) {
      expectRefused(await call(method, at(path, missing), { body: sent, headers: json }), [413])
    }
    expect(await storedHash()).toBe(before)
  },
)

const badValues = [
  ...['0', '-1', '1.5', '1e3', '01', '+1', '0x1', mark, '1;drop', "1'--", '99999999999999999999'],
  ...[
    '%00',
    '%ff',
    '%C0%AE',
    '..%2f..%2f',
    '%252e%252e',
    '%0d%0aX:1',
    '__proto__',
    'constructor',
    '%F0%9F%98%80',
  ],
  `${mark}`.repeat(300),
]

test.each(calls.filter(({ path }) => /:/.test(path)))(
  '$method $path refuses what is no id or name',
  async ({ method, path, example }) => {
    const call = await makeCaller()
    const before = await storedHash()
    const body = example && JSON.stringify(example)
    for (const value of badValues) {
      const answer = await call(method, at(path, value), { body, headers: body ? json : {} })
      // The second spelling of a card's address leads to the first, whatever stands there.
      if (path === '/view/:slug/' || answer.status === 308) expect(answer.text).toBe('')
      else if (/user\/:userId$/.test(path) && answer.status === 200) expect(answer.text).toBe('[]')
      else if (path === '/api/slugs/:slug' && answer.status === 200)
        expect(answer.text).not.toContain(mark)
      else expectRefused(answer)
    }
    expect(await storedHash()).toBe(before)
  },
)

test.each(calls.filter(({ question }) => question))(
  '$method $path refuses a query it does not understand',
  async ({ method, path }) => {
    const call = await makeCaller()
    const to = at(path, missing)
    for (const query of [
      `${mark}=1&${mark}=2`,
      'limit=1&limit=2',
      `limit=${mark}`,
      'page=-1',
      'page=1e9',
      'all=%00',
    ]) {
      expectRefused(await call(method, `${to}?${query}`), [400, 404])
    }
  },
)

test.each(calls.filter(({ row }) => row.who !== 'anyone'))(
  '$method $path refuses cookies that are none',
  async ({ method, path, example }) => {
    const body = example && JSON.stringify(example)
    for (const sid of [
      mark,
      '',
      '.',
      `${mark}.${mark}`,
      '%00',
      'é',
      `${'a'.repeat(4000)}`,
      "' or 1=1",
    ]) {
      const headers = { ...(body ? json : {}), Cookie: `sid=${encodeURI(sid)}` }
      const answer = await exports.default.fetch(`${origin}${at(path, missing)}`, {
        method,
        headers,
        body,
      })
      expectRefused(
        { path, status: answer.status, headers: answer.headers, text: await answer.text() },
        [401],
      )
    }
  },
)
