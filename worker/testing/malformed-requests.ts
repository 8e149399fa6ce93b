/** Malformed requests for the declared endpoints: bodies, content types, ids, queries and cookies. Only tests import this. */
import type { Call } from '../operations/api-docs/openapi.ts'
import { keyOf } from './access-table.ts'
import type { Answer, HttpsRequest } from './https-request.ts'
import type { Step } from './walk.ts'

const mark = 'zxqjunk'
const missing = '999999'
const json = { 'Content-Type': 'application/json' }

/** The path with every parameter replaced. */
function at(path: string, value: string): string {
  return path.replace(/:\w+/g, value).replace('*', value)
}

/** What is wrong with a refusal: its status, its text, or that it repeats the input. */
function refusalError({ path }: Call, { status, headers, text }: Answer, statuses?: number[]) {
  const answered = `${status} ${text.slice(0, 200)}`
  if (statuses ? !statuses.includes(status) : status < 400 || status >= 500) return answered
  if (`${text}${[...headers].join()}`.includes(mark)) return `repeats the input: ${answered}`
  const isPlain =
    /^[A-Z][^\n<>{}]{5,160}$/.test(text) &&
    /^text\/plain/i.test(headers.get('Content-Type') ?? '') &&
    /^[a-z-]+$/.test(headers.get('X-Error-Code') ?? '')
  return path.startsWith('/api/') && !isPlain ? `is no plain sentence: ${answered}` : undefined
}

type Variant = { what: string; request: Partial<HttpsRequest>; statuses: number[] }

function stepsOf(call: Call, cookie: string, variants: Variant[]): Step[] {
  return variants.map(({ what, request: { headers, ...rest }, statuses }) => ({
    key: keyOf(call),
    what,
    request: () => ({
      method: call.method,
      path: at(call.path, missing),
      ...rest,
      headers: { Cookie: cookie, ...headers },
      // A stream can be read only once.
      ...(rest.body instanceof Blob ? { body: rest.body.stream() } : {}),
    }),
    errorOf: (answer) => refusalError(call, answer, statuses),
  }))
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
const invalidUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])

function wrongValues(example: object): object[] {
  const values = [{ [mark]: [mark] }, [[mark]], 1e308, -1, true, `${mark}\u0000`, '\ud800']
  // Both true and false are valid.
  const wrong = (value: unknown, good: unknown) => (value === true && good === false ? 0 : value)
  return [...values, mark.repeat(900)].map((value) =>
    Object.fromEntries(Object.entries(example).map(([key, good]) => [key, wrong(value, good)])),
  )
}

// A lone surrogate is an accepted, but wrong, password.
function badBody(path: string): number[] {
  if (path === '/api/login') return [400, 413, 401]
  // Any line of text may be a username.
  return path === '/api/account/handover' ? [400, 413, 404] : [400, 413]
}

/** Bodies that do not match their contract. */
export function wrongBodies(call: Call, cookie: string): Step[] {
  const { path, declaration } = call
  const { body: contract, example = {} } = declaration
  // A receipt takes a form only.
  if (!contract || path.startsWith('/receipt/')) return []
  const bodies = [
    ...notObjects,
    ...prototypeKeys,
    ...deep,
    ...wrongValues(example).map((value) => JSON.stringify(value)),
  ]
  const unknown = JSON.stringify({ ...example, [mark]: mark })
  const unreadable: [string | Uint8Array, number[]][] = [
    ...bodies.map((body): [string, number[]] => [body, badBody(path)]),
    [invalidUtf8, [400]],
    [unknown, path.includes(':') ? [400, 404] : [400]],
  ]
  return stepsOf(
    call,
    cookie,
    unreadable.map(([body, statuses]) => ({
      what: `body ${String(body).slice(0, 60)}`,
      request: { body, headers: json },
      statuses,
    })),
  )
}

const otherTypes = ['text/html', 'application/xml', 'multipart/form-data; boundary=x', mark]

/** Valid bodies of another content type. */
export function wrongTypes(call: Call, cookie: string): Step[] {
  if (!call.declaration.body) return []
  const body = JSON.stringify(call.declaration.example)
  return stepsOf(
    call,
    cookie,
    [...otherTypes, 'application/json5'].map((type) => ({
      what: `content type ${type}`,
      request: { body, headers: { 'Content-Type': type } },
      statuses: [415],
    })),
  )
}

/** Bodies over the limit of the call, with and without Content-Length. */
export function largeBodies(call: Call, cookie: string): Step[] {
  if (call.method === 'GET') return []
  const body = mark.repeat(Math.ceil(((call.declaration.maxBody ?? 0) + 1) / mark.length))
  return stepsOf(call, cookie, [
    { what: 'large body', request: { body, headers: json }, statuses: [413] },
    { what: 'large stream', request: { body: new Blob([body]), headers: json }, statuses: [413] },
  ])
}

const badValues = [
  ...['0', '-1', '1.5', '1e3', '01', '+1', '0x1', mark, '1;drop', "1'--", '99999999999999999999'],
  ...['%00', '%ff', '%C0%AE', '..%2f..%2f', '%252e%252e', '%0d%0aX:1', '__proto__', 'constructor'],
  '%F0%9F%98%80',
  mark.repeat(300),
]

/** Invalid ids and names in the path. */
export function wrongPaths(call: Call, cookie: string): Step[] {
  const { method, path, declaration } = call
  const { example } = declaration
  if (!path.includes(':')) return []
  const body = example && JSON.stringify(example)
  return badValues.map((value) => ({
    key: keyOf(call),
    what: `path value ${value.slice(0, 30)}`,
    request: () => ({
      method,
      path: at(path, value),
      body,
      headers: { Cookie: cookie, ...(body ? json : {}) },
    }),
    errorOf: (answer) => {
      const { status, text } = answer
      // The path with a trailing slash redirects to the one without it.
      if (status === 308) return text === '' ? undefined : text
      if (/user\/:userId$/.test(path) && status === 200) return text === '[]' ? undefined : text
      if (/slugs\/:slug$|registrations\/:passType$/.test(path) && status < 300)
        return text.includes(mark) ? 'repeats the input' : undefined
      return refusalError(call, answer)
    },
  }))
}

const queries = [
  `${mark}=1&${mark}=2`,
  ...['limit=1&limit=2', `limit=${mark}`, 'page=-1', 'page=1e9', 'all=%00'],
]

/** Unknown, repeated and invalid query parameters. */
export function wrongQueries(call: Call, cookie: string): Step[] {
  if (!call.declaration.query) return []
  return stepsOf(
    call,
    cookie,
    queries.map((query) => ({
      what: `query ${query}`,
      request: { path: `${at(call.path, missing)}?${query}` },
      statuses: [400, 404],
    })),
  )
}

const invalidSessions = [mark, '', '.', `${mark}.${mark}`, '%00', 'é', 'a'.repeat(4000), "' or 1=1"]

/** Session cookies that no session can have. */
export function wrongCookies(call: Call): Step[] {
  if (call.declaration.access === 'anyone') return []
  const body = call.declaration.example && JSON.stringify(call.declaration.example)
  return stepsOf(
    call,
    '',
    invalidSessions.map((session) => ({
      what: `session ${session.slice(0, 30)}`,
      request: {
        body,
        headers: { ...(body ? json : {}), Cookie: `__Host-sid=${encodeURI(session)}` },
      },
      statuses: [401],
    })),
  )
}
