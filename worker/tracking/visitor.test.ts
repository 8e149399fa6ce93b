import { env } from 'cloudflare:workers'
import bowser from 'bowser'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceTypes, EventId, makeEventId } from '../../schema/tracking/event.ts'
import { clientNetwork, networkPrefix } from '../platform/client.ts'
import { dayMs } from '../platform/time.ts'
import { interceptDatabase } from '../testing/fault-bindings.ts'
import { eventTime } from './endpoints.ts'
import { describeVisitor, networkLength, visitorHash } from './visitor.ts'

function describeRequest(headers: Record<string, string>, cf?: Record<string, unknown>) {
  return describeVisitor(new Request('http://cards.test/', { headers, cf }))
}

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:7:8:9:a:b:c', '2001:db8:7::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', 'Unknown'],
  ['localhost', 'Unknown'],
  ['1:2', 'Unknown'],
])('the prefix of %s is %s', (address, prefix) => expect(networkPrefix(address)).toBe(prefix))

test('a visitor has a place and a device', () => {
  const agent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'
  const cf = { country: 'DE', region: 'Bavaria', city: 'Munich' }
  expect(describeRequest({ 'User-Agent': agent }, cf)).toMatchObject({
    place: 'DE|Bavaria|Munich',
    device: 'Desktop|Windows|Chrome',
    leftOut: null,
  })
  expect(describeRequest({ 'User-Agent': agent, 'Sec-GPC': '1' }, cf).place).toBe('DE||')
  expect(describeRequest({}).place).toBe('Unknown')
  expect(describeRequest({ 'User-Agent': 'curl/8.5.0' }).device).toMatch(/^Bot\|/)
})

test.each([
  ['Cheap-Watches.example/9 (X11; Linux) Gecko', 'Desktop|Linux|Other'],
  ['buy<script>/1 (Free; Text)', 'Desktop|Unknown|Other'],
  ['', 'Desktop|Unknown|Unknown'],
])('the User-Agent %s is stored as %s, with known names only', (agent, device) =>
  expect(describeRequest({ 'User-Agent': agent }).device).toBe(device),
)

test('any User-Agent has a device of known names', () => {
  const word = fc.constantFrom(
    'Mozilla/5.0 (',
    'iPhone; ',
    'Android ',
    'like Mac OS X; ',
    'CPU OS 1_1_',
    'Safari/',
    '((((',
    '|"\\',
    ' ',
    'a'.repeat(300),
  )
  const known: readonly string[] = deviceTypes
  fc.assert(
    fc.property(
      fc.array(
        word.chain((text) => fc.constant(text.repeat(30))),
        { maxLength: 30 },
      ),
      (words) => {
        const agent = words.join('').slice(0, 8192)
        const { device } = describeRequest({ 'User-Agent': agent })
        expect(device.split('|')).toHaveLength(3)
        expect(known).toContain(device.split('|')[0])
        const [, system, browser] = device.split('|')
        expect([...Object.values(bowser.OS_MAP), 'Other', 'Unknown']).toContain(system)
        expect([...Object.values(bowser.BROWSER_MAP), 'Other', 'Unknown']).toContain(browser)
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['2001:db8:7:8:9:a:b:c', '2001:db8:7::/48'],
  ['', 'Unknown'],
])('the network of %s is %s', (address, network) => expect(clientNetwork(address)).toBe(network))

test('hashes of visitors of one network share their first part, on the same card and day', async () => {
  const now = Date.now()
  const hash = async (address: string, agent: string, cardId = 1, at = now) =>
    (await visitorHash(
      env.ANALYTICS,
      describeRequest({ 'User-Agent': agent, 'CF-Connecting-IP': address }),
      {
        cardId,
        at,
      },
    )) ?? ''
  const one = await hash('2001:db8:7::1', 'One')
  const same = await Promise.all([hash('2001:db8:7::1', 'Two'), hash('2001:db8:7:8::2', 'One')])
  const network = (visitor: string) => visitor.slice(0, networkLength)
  expect(new Set([one, ...same].map(network)).size).toBe(1)
  expect(new Set([one, ...same]).size).toBe(3)
  const others = await Promise.all([
    hash('2001:db8:8::1', 'One'),
    hash('2001:db8:7::1', 'One', 2),
    hash('2001:db8:7::1', 'One', 1, now - dayMs),
  ])
  expect(new Set([one, ...others].map(network)).size).toBe(4)
})

test('the hash of a visitor is stable for a card and day, and differs for other cards, IP addresses and days', async () => {
  const visitor = describeRequest({ 'User-Agent': 'Browser', 'CF-Connecting-IP': '203.0.113.1' })
  const other = { ...visitor, address: '203.0.113.2' }
  const now = Date.now()
  const hash = (from = visitor, cardId = 1, at = now) =>
    visitorHash(env.ANALYTICS, from, { cardId, at })
  const first = await hash()
  expect(first).toMatch(/^[\w-]{22}$/)
  expect(await hash()).toBe(first)
  const others = [await hash(other), await hash(visitor, 2), await hash(visitor, 1, now - dayMs)]
  expect(new Set([first, ...others]).size).toBe(4)
  expect(await hash({ ...visitor, optedOut: true })).toBeNull()
  expect(await hash(visitor, 1, now - 3 * dayMs)).toBeNull()
})

test('without the key of the day, the hash is null', async () => {
  const visitor = describeRequest({ 'CF-Connecting-IP': '203.0.113.1' })
  const down = interceptDatabase('ANALYTICS', () => Promise.reject(new Error('down')))
  expect(await visitorHash(down, visitor, { cardId: 1, at: Date.now() })).toBeNull()
})

test('the time of an event id does not depend on receipt, and must be within 7 days before and 2 minutes after it', () => {
  const now = Date.now()
  expect(EventId.safeParse(makeEventId()).success).toBe(true)
  for (const [at, time] of [
    [now, now],
    [now - 7 * dayMs, now - 7 * dayMs],
    [now - 7 * dayMs - 1, undefined],
    [now + 120_000, now + 120_000],
    [now + 120_001, undefined],
  ] as const)
    expect(eventTime(makeEventId(at), now)).toBe(time)
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9a-z]{1,9}-[0-9a-z]{10,13}$/),
      fc.integer({ min: -30 * dayMs, max: 30 * dayMs }),
      fc.boolean(),
      (any, off, near) => {
        const id = near ? makeEventId(now + off) : any
        const times = [now, now + dayMs, now + 8 * dayMs].map((at) => ({
          at,
          time: eventTime(id, at),
        }))
        const accepted = times.filter(({ time }) => time !== undefined)
        for (const { at, time = 0 } of accepted) {
          expect(time).toBeGreaterThanOrEqual(at - 7 * dayMs)
          expect(time).toBeLessThanOrEqual(at + 120_000)
        }
        expect(new Set(accepted.map(({ time }) => time)).size).toBeLessThanOrEqual(1)
      },
    ),
  )
})
