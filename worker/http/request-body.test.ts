import { expect, onTestFinished, test, vi } from 'vitest'
import { makeCard, request, signIn, statusAndText } from '../testing/app.ts'
import { declarations } from '../testing/declarations.ts'
import { jpeg, makeFormData } from '../testing/images.ts'
import { sendWithBody, slowBody } from '../testing/slow-body.ts'
import {
  maxAnonymousBytes,
  maxBytes,
  maxBytesPerNetwork,
  maxBytesPerUser,
  stallTimeoutMs,
  uncountedBytes,
} from './input.ts'

const upload = 'POST /api/upload'
const uploadBytes = declarations[upload]?.maxBody ?? 0
const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }

async function sendSlowly(call: string, headers: Record<string, string> = {}) {
  const body = slowBody()
  const response = await sendWithBody(body.stream, call, headers)
  return { status: response.status, text: await response.text(), pulls: body.pulls() }
}

test('a call refused because of its caller is refused before its body is read', async () => {
  const { cookie } = await signIn(3)
  const administrator = await signIn(4)
  const elsewhere = { Cookie: administrator.cookie, 'Sec-Fetch-Site': 'cross-site' }
  const large = { 'Content-Length': `${uploadBytes + 1}` }
  const cases: [string, Record<string, string>, number][] = [
    [upload, multipart, 401],
    [upload, { ...multipart, Authorization: 'Bearer nobody' }, 401],
    [upload, { ...multipart, ...elsewhere }, 403],
    ['POST /api/pwa-upload', { ...multipart, Cookie: cookie }, 403],
    ['POST /api/users/bulk', { Cookie: cookie }, 403],
    ['POST /api/login', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['POST /api/nothing', {}, 404],
    [upload, { ...multipart, ...large }, 413],
    ['POST /api/login', { 'Content-Length': '2049' }, 413],
  ]
  for (const [call, headers, status] of cases)
    expect({ call, ...(await sendSlowly(call, headers)) }).toMatchObject({ call, status, pulls: 0 })
})

test('a body without a declared length is refused once it exceeds the limit of its route', async () => {
  const body = slowBody()
  const response = sendWithBody(body.stream, 'POST /api/login', {
    'Content-Type': 'application/json',
  })
  for (let sent = 0; sent < 3; sent += 1) body.send(' '.repeat(1000))
  expect(await statusAndText(response)).toEqual([413, 'The request is too large.'])
})

/** A call whose body stays open until the test ends it; the worker has requested its first bytes. */
async function holdOne(headers: Record<string, string>, call = callOf(headers)) {
  const body = slowBody()
  const response = sendWithBody(body.stream, call, headers)
  await body.pulled()
  return { body, response }
}

function callOf(headers: Record<string, string>): string {
  return 'Cookie' in headers ? upload : 'POST /api/login'
}

function hold(headers: Record<string, string>, count: number, call?: string) {
  return Promise.all(Array.from({ length: count }, () => holdOne(headers, call)))
}

test('the memory for bodies is limited per user and per isolate', async () => {
  const each = Math.floor(maxBytesPerUser / uploadBytes)
  const people = Math.floor(maxBytes / (each * uploadBytes))
  const held = []
  for (let person = 0; person < people; person += 1) {
    const { cookie } = await signIn(1)
    held.push(...(await hold({ ...multipart, Cookie: cookie }, each)))
    const more = await sendSlowly(upload, { ...multipart, Cookie: cookie })
    expect(more).toMatchObject({ status: 503, pulls: 0 })
  }
  const next = await signIn(1)
  const card = await makeCard({ userId: next.user.id })
  const send = () =>
    next.request('POST', '/api/upload', makeFormData({ file: jpeg, cardId: `${card.id}` }))
  const left = maxBytes - held.length * uploadBytes
  // Less is left than one more body needs.
  expect(left).toBeLessThan(uploadBytes)
  const refused = await sendWithBody(slowBody().stream, upload, {
    ...multipart,
    Cookie: next.cookie,
  })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await refused.text()).toBe('The service is busy. Nothing was lost; try again in a moment.')
  // Small bodies are never delayed.
  const beacon = { cardId: card.id }
  expect((await request('POST', '/api/card-views', beacon)).status).toBe(202)
  expect(JSON.stringify(beacon).length).toBeLessThan(uncountedBytes)
  // Half of them end normally, half are aborted.
  for (const [at, { body }] of held.entries()) at % 2 ? body.abort() : body.end()
  const ends = await Promise.all(held.map(async ({ response }) => (await response).status))
  expect(new Set(ends)).toEqual(new Set([400]))
  expect((await send()).status).toBe(200)
  const again = await hold({ ...multipart, Cookie: next.cookie }, each)
  for (const { body, response } of again) {
    body.end()
    await response
  }
})

const form = 'POST /api/form-submissions'
const formBytes = declarations[form]?.maxBody ?? 0

/** Headers of a form from that /64, with a different address each time. */
function formFrom(network: number, bytes = formBytes): Record<string, string> {
  const host = crypto.randomUUID().slice(0, 4)
  return {
    'Content-Type': 'application/json',
    'Content-Length': `${bytes}`,
    'CF-Connecting-IP': `2001:db8:77:${network.toString(16)}::${host}`,
  }
}

async function release(held: Awaited<ReturnType<typeof hold>>) {
  for (const { body } of held) body.end()
  await Promise.all(held.map(({ response }) => response))
}

test('anonymous bodies are limited per network, without affecting others', async () => {
  const held = await hold(formFrom(1), Math.floor(maxBytesPerNetwork / formBytes), form)
  expect(await sendSlowly(form, formFrom(1))).toMatchObject({ status: 503, pulls: 0 })
  const small = await holdOne(formFrom(1, uncountedBytes), form)
  const elsewhere = await holdOne(formFrom(2), form)
  await release([...held, small, elsewhere])
  await release([await holdOne(formFrom(1), form)])
})

test('anonymous bodies are limited in total, without affecting signed-in users', async () => {
  const each = Math.floor(maxBytesPerNetwork / formBytes)
  const networks = Math.floor(maxAnonymousBytes / (each * formBytes))
  const held = []
  for (let network = 1; network <= networks; network += 1)
    held.push(...(await hold(formFrom(network), each, form)))
  expect(await sendSlowly(form, formFrom(networks + 1))).toMatchObject({ status: 503, pulls: 0 })
  const person = { ...multipart, Cookie: (await signIn(1)).cookie }
  await release([...held, ...(await hold(person, Math.floor(maxBytesPerUser / uploadBytes)))])
})

test('a stalled body times out, and so does a slow one', async () => {
  const own = { ...multipart, Cookie: (await signIn(1)).cookie }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const late = [408, 'The request took too long to arrive. Send it again.']
  const json = { 'Content-Type': 'application/json' }
  const kinds: Record<string, string>[] = [json, { ...json, 'Content-Length': '900' }, own]
  for (const headers of kinds) {
    const response = statusAndText((await holdOne(headers)).response)
    await vi.advanceTimersByTimeAsync(stallTimeoutMs)
    expect(await response).toEqual(late)
  }
  const { body, response: result } = await holdOne(own)
  let isOver = false
  const end = statusAndText(result).finally(() => {
    isOver = true
  })
  while (!isOver) {
    body.send('x')
    await vi.advanceTimersByTimeAsync(stallTimeoutMs - 1000)
  }
  expect(await end).toEqual(late)
})

test('the reservation of a request that never ended expires', async () => {
  const { cookie } = await signIn(1)
  const each = Math.floor(maxBytesPerUser / uploadBytes)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const lost = await hold({ ...multipart, Cookie: cookie }, each)
  vi.setSystemTime(Date.now() + 2 * stallTimeoutMs - 1000)
  expect((await sendSlowly(upload, { ...multipart, Cookie: cookie })).status).toBe(503)
  vi.setSystemTime(Date.now() + 1000)
  const next = await holdOne({ ...multipart, Cookie: cookie })
  for (const { body, response } of [...lost, next]) {
    body.end()
    expect((await response).status).toBe(400)
  }
})
