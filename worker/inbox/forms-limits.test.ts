import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { pbkdf2Sync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Proof, proofHeader } from '../../schema/inbox/form.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import worker from '../index.ts'
import { db, makeCard, newAddress, origin, request } from '../testing/app.ts'

const formConfig = {
  fields: [{ key: 'name' as const, label: null, required: true }],
  consent: null,
  thanks: null,
}
const path = '/api/form-submissions'
const lowLimits = {
  FORMS_PER_10_MINUTES: '60',
  FORMS_PER_NETWORK_A_DAY: '20',
  FORMS_PER_CARD_A_DAY: '100',
  FORMS_PER_CARD_A_DAY_MAX: '102',
}

type Sent = { clientId?: string | undefined; proof?: Proof }

/** Sends a new entry (or the given one) from that address to a server with lower limits. */
async function send(cardId: number, address: string, entry: Sent = { clientId: newId() }) {
  const sent = new Request<unknown, IncomingRequestCfProperties>(`${origin}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address },
    body: JSON.stringify({ cardId, formData: { name: 'Grace' }, ...entry }),
  })
  const response = await worker.fetch(sent, { ...env, ...lowLimits }, createExecutionContext())
  return { response, status: response.status, code: response.headers.get('X-Error-Code') }
}

function newId(): string {
  return crypto.randomUUID()
}

const Challenge = z.object({
  salt: z.string(),
  target: z.string(),
  rounds: z.number(),
  tries: z.number(),
  expires: z.number(),
})

/** An independent solver: tries every number, and the next 32 bytes are the proof. */
function solve(response: Response): Proof {
  const challenge = Challenge.parse(JSON.parse(response.headers.get(proofHeader) ?? ''))
  for (let number = 0; number < challenge.tries; number += 1) {
    const found = pbkdf2Sync(`${number}`, challenge.salt, challenge.rounds, 64, 'sha256').toString(
      'hex',
    )
    if (found.startsWith(challenge.target))
      return { expires: challenge.expires, key: found.slice(64) }
  }
  throw new Error('No number fits')
}

function stored(cardId: number) {
  return db.$count(formSubmissions, eq(formSubmissions.cardId, cardId))
}

/** A card for which network 192.0.2.0/24 has reached its limit, and the challenge to the next entry from there. */
async function makeBusyCard(clientId: string) {
  const card = await makeCard({ formConfig })
  let sent = 0
  while ((await send(card.id, '192.0.2.1')).status === 201) sent += 1
  const { response, status, code } = await send(card.id, '192.0.2.200', { clientId })
  expect([status, code]).toEqual([429, 'proof-needed'])
  return { card, sent, response }
}

test('many visitors of one network need no proof up to its limit, and a proof beyond', async () => {
  const clientId = newId()
  const { card, sent, response } = await makeBusyCard(clientId)
  expect(sent).toBe(17)
  expect(await response.text()).toBe('Too many submissions. Yours was not sent. Try again later.')
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  const proof = solve(response)
  expect((await send(card.id, '192.0.2.201', { clientId, proof })).status).toBe(201)
  expect(await stored(card.id)).toBe(sent + 1)
  // The remaining daily limit of the card is for other networks.
  expect((await send(card.id, '198.51.100.1')).status).toBe(201)
  expect((await send(card.id, '2001:db8:1::1')).status).toBe(201)
})

test('18 addresses that send all day leave room for a visitor from another network', async () => {
  const card = await makeCard({ formConfig })
  for (let from = 1; from <= 18; from += 1) {
    const address = `192.0.${from}.7`
    let sent = 0
    while ((await send(card.id, address)).status === 201) sent += 1
    expect(sent).toBeLessThanOrEqual(17)
  }
  expect(await stored(card.id)).toBeLessThan(100)
  expect((await send(card.id, '198.51.100.9')).status).toBe(201)
})

test('an IPv6 network is a /48', async () => {
  const card = await makeCard({ formConfig })
  let sent = 0
  while ((await send(card.id, `2001:db8:7:${sent}::1`)).status === 201) sent += 1
  expect(sent).toBe(17)
  expect((await send(card.id, '2001:db8:8::1')).status).toBe(201)
})

test('a proof is valid for one entry of its card, for ten minutes', async () => {
  const clientId = newId()
  const { card, response } = await makeBusyCard(clientId)
  const other = await makeBusyCard(clientId)
  const proof = solve(response)
  const from = '192.0.2.3'
  const refused: [number, Sent][] = [
    [card.id, { clientId, proof: { ...proof, key: proof.key.replace(/./g, '0') } }],
    [card.id, { clientId, proof: { ...proof, expires: proof.expires + 1 } }],
    [card.id, { clientId: newId(), proof }],
    [card.id, { clientId: undefined, proof }],
    [other.card.id, { clientId, proof }],
  ]
  for (const [cardId, entry] of refused)
    expect([(await send(cardId, from, entry)).status, entry]).toEqual([429, entry])
  vi.useFakeTimers({ toFake: ['Date'], now: proof.expires })
  onTestFinished(() => void vi.useRealTimers())
  expect((await send(card.id, from, { clientId, proof })).code).toBe('proof-needed')
  vi.setSystemTime(proof.expires - 1000)
  const before = await stored(card.id)
  // Sent several times concurrently it is one entry, which uses one of the two that remain.
  const all = await Promise.all(
    Array.from({ length: 5 }, () => send(card.id, from, { clientId, proof })),
  )
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await stored(card.id)).toBe(before + 1)
  const second = newId()
  const next = solve((await send(card.id, from, { clientId: second })).response)
  expect((await send(card.id, from, { clientId: second, proof: next })).status).toBe(201)
})

test('beyond the daily limit of the card no proof helps', async () => {
  const { card } = await makeBusyCard(newId())
  const ends = []
  for (let turn = 0; turn < 3; turn += 1) {
    const clientId = newId()
    const { response } = await send(card.id, '192.0.2.4', { clientId })
    const { status, code } = await send(card.id, '192.0.2.4', { clientId, proof: solve(response) })
    ends.push(`${status} ${code}`)
  }
  expect(ends).toEqual(['201 null', '201 null', '429 too-many'])
})

test('without script the error page has the form, still filled in', async () => {
  const card = await makeCard({ formConfig })
  const address = newAddress()
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', ...address }
  expect((await request('POST', path, `cardId=${card.id}&name=Grace`, form)).status).toBe(303)
  await db.update(rateLimits).set({ count: 60 })
  const refused = await request('POST', path, `cardId=${card.id}&name=Ada`, form)
  expect([refused.status, refused.headers.get('X-Error-Code')]).toEqual([429, 'too-many'])
  expect(refused.headers.get(proofHeader)).toBeNull()
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  const html = await refused.text()
  expect(html).toContain(
    '<p dir="auto">Too many submissions. Yours was not sent. Try again later, or turn on JavaScript.</p>',
  )
  expect(html).toMatch(/name="name"[^>]*value="Ada"/)
})
