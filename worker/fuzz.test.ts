import { exports } from 'cloudflare:workers'
import { expect, inject, test } from 'vitest'
import { app } from './app.ts'
import { type Call, callsOf } from './ops/api-docs/calls.ts'
import { db, makeCard, makeUser, origin } from './testing/app.ts'
import { chunk, rotatingSample } from './testing/chunk.ts'
import { startSession } from './testing/sessions.ts'
import { hashStorage } from './testing/snapshot.ts'

const mark = 'zxqjunk'
const isWhole = inject('isWhole')
const calls = callsOf(app.routes)
const writeCalls = calls.filter(({ method }) => method !== 'GET')
const callsWithBody = writeCalls.filter(({ bodySchema: contract }) => contract)
// A receipt takes a form only.
const callsWithJson = callsWithBody.filter(({ path }) => !path.startsWith('/receipt/'))
const json = { 'Content-Type': 'application/json' }

// The first user has special rules.
await makeUser({ accessLevel: 5 })

/** A level 5 caller, because others would be refused by level before the input is parsed. */
async function makeCaller() {
  const user = await makeUser({ accessLevel: 5 })
  await makeCard({ userId: user.id })
  const cookie = { Cookie: `sid=${await startSession(db, user.id, 'Unknown')}` }
  return async (method: string, path: string, init: { body?: BodyInit; headers?: object } = {}) => {
    const headers = { ...cookie, ...init.headers }
    const response = await exports.default.fetch(`${origin}${path}`, {
      method,
      headers,
      body: init.body,
      redirect: 'manual',
    })
    return { path, status: response.status, headers: response.headers, text: await response.text() }
  }
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof makeCaller>>>>

function expectRefused({ path, status, headers, text }: Answer, statuses?: number[]): void {
  const context = `${path}: ${status} ${text.slice(0, 200)}`
  if (statuses) expect(statuses, context).toContain(status)
  expect(status, context).toBeGreaterThanOrEqual(400)
  expect(status, context).toBeLessThan(500)
  expect(`${text}${[...headers].join()}`, context).not.toContain(mark)
  if (!path.startsWith('/api/')) return
  expect(text, context).toMatch(/^[A-Z][^\n<>{}]{5,160}$/)
  expect(headers.get('Content-Type')).toMatch(/^text\/plain/i)
  expect(headers.get('X-Error-Code'), context).toMatch(/^[a-z-]+$/)
}

/** The path with every parameter replaced. */
function at(path: string, value: string): string {
  return path.replace(/:\w+/g, value).replace('*', value)
}

const missing = '999999'

function wrongValues(example: object): object[] {
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
  // Both true and false are valid.
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
const prototypeKeys = ['__proto__', 'constructor', 'prototype'].map(
  (key) => `{"${key}":{"${mark}":1}}`,
)
const deep = ['['.repeat(400) + ']'.repeat(400), `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`]

// A lone surrogate is an accepted, but wrong, password.
function badBody(path: string): number[] {
  if (path === '/api/login') return [400, 413, 401]
  // Any line of text may be a username.
  return path === '/api/account/handover' ? [400, 413, 404] : [400, 413]
}

test('there are routes with bodies to test', () => {
  expect(callsWithBody.length).toBeGreaterThan(8)
})

type Caller = Awaited<ReturnType<typeof makeCaller>>
/** All kinds of invalid input in the long run; otherwise a few, in rotation. */
type Picker = <T>(count: number, all: T[]) => T[]

/** One call at a time in the long run; otherwise many between two snapshots of the storage, which are slow. */
function testRejections(
  what: string,
  some: Call[],
  send: (target: Call, call: Caller, pick: Picker) => Promise<void>,
): void {
  for (const group of chunk(isWhole ? 1 : 20, some))
    test(`${group[0]?.method} ${group[0]?.path}${isWhole ? '' : ' and more'} rejects ${what}`, async ({
      task,
    }) => {
      const call = await makeCaller()
      const before = await hashStorage()
      let cases = 0
      for (const target of group) {
        const pick: Picker = (count, all) => {
          const selected = isWhole ? all : rotatingSample(count, all, some.indexOf(target))
          cases += selected.length
          return selected
        }
        await send(target, call, pick)
      }
      expect(await hashStorage()).toBe(before)
      task.meta.proves = { what: 'malformed bodies, URLs, queries and cookies', cases }
    })
}

testRejections(
  'a body that does not match its contract',
  callsWithJson,
  async ({ method, path, example = {} }, call, pick) => {
    const to = at(path, missing)
    const bodies = [
      ...notObjects,
      ...prototypeKeys,
      ...deep,
      ...wrongValues(example).map((value) => JSON.stringify(value)),
    ]
    const unknown = JSON.stringify({ ...example, [mark]: mark })
    const unreadable = [
      ...bodies.map((body) => ({ body, statuses: badBody(path) })),
      { body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), statuses: [400] },
      { body: unknown, statuses: path.includes(':') ? [400, 404] : [400] },
    ]
    for (const { body, statuses } of pick(5, unreadable))
      expectRefused(await call(method, to, { body, headers: json }), statuses)
  },
)

const otherTypes = [
  'text/html',
  'application/xml',
  'multipart/form-data; boundary=x',
  mark,
  'application/json5',
]

testRejections(
  'a valid body of another content type',
  callsWithBody,
  async ({ method, path, example }, call, pick) => {
    const body = JSON.stringify(example)
    for (const type of pick(1, otherTypes)) {
      const headers = { 'Content-Type': type }
      expectRefused(await call(method, at(path, missing), { body, headers }), [415])
    }
  },
)

testRejections(
  'a body over its limit, with or without Content-Length',
  writeCalls,
  async ({ method, path, row }, call, pick) => {
    const body = mark.repeat(Math.ceil(((row.maxBody ?? 0) + 1) / mark.length))
    const stream = new Blob([body]).stream()
    for (const sent of pick(1, [body, stream]))
      expectRefused(await call(method, at(path, missing), { body: sent, headers: json }), [413])
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

const withIds = calls.filter(({ path }) => /:/.test(path))

testRejections('an invalid id or name', withIds, async ({ method, path, example }, call, pick) => {
  const body = example && JSON.stringify(example)
  for (const value of pick(4, badValues)) {
    const response = await call(method, at(path, value), { body, headers: body ? json : {} })
    // The path with a trailing slash redirects to the one without it.
    if (response.status === 308) expect(response.text).toBe('')
    else if (/user\/:userId$/.test(path) && response.status === 200)
      expect(response.text).toBe('[]')
    else if (/slugs\/:slug$|registrations\/:passType$/.test(path) && response.status < 300)
      expect(response.text).not.toContain(mark)
    else expectRefused(response)
  }
})

const queries = [
  `${mark}=1&${mark}=2`,
  'limit=1&limit=2',
  `limit=${mark}`,
  'page=-1',
  'page=1e9',
  'all=%00',
]
const callsWithQuery = calls.filter(({ querySchema: question }) => question)

testRejections('an unknown query', callsWithQuery, async ({ method, path }, call, pick) => {
  for (const query of pick(2, queries))
    expectRefused(await call(method, `${at(path, missing)}?${query}`), [400, 404])
})

const invalidSessions = [mark, '', '.', `${mark}.${mark}`, '%00', 'é', 'a'.repeat(4000), "' or 1=1"]
const protectedCalls = calls.filter(({ row }) => row.access !== 'anyone')

testRejections(
  'invalid session cookies',
  protectedCalls,
  async ({ method, path, example }, call, pick) => {
    const body = example && JSON.stringify(example)
    for (const sid of pick(1, invalidSessions)) {
      const headers = { ...(body ? json : {}), Cookie: `sid=${encodeURI(sid)}` }
      expectRefused(await call(method, at(path, missing), { body, headers }), [401])
    }
  },
)
