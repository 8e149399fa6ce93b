import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { walletDevices, walletPasses } from '../../schema/wallet/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, request, signInWithCard } from '../testing/app.ts'
import { runJob } from '../testing/run-job.ts'
import { makeWalletLink, readPassFile, walletEnv } from '../testing/wallet.ts'
import { passTypeId } from '../testing/wallet-secrets.ts'
import { deviceToken } from './wallet-passes.ts'

const service = '/wallet/apple/v1'

/** A device with the pass of a card, as PassKit calls the web service. */
async function makeDevice(card: { id: number; userId: number }, name = crypto.randomUUID()) {
  await makeWalletLink(card)
  const Authorization = `ApplePass ${deviceToken(walletEnv, card.id)}`
  const list = `${service}/devices/${name}/registrations/${passTypeId}`
  const path = `${list}/${card.id}`
  const pass = `${service}/passes/${passTypeId}/${card.id}`
  return {
    name,
    register: (headers = { Authorization }, pushToken = 'abc123') =>
      request('POST', path, { pushToken }, headers),
    unregister: () => request('DELETE', path, undefined, { Authorization }),
    list: (since?: string) => request('GET', since ? `${list}?passesUpdatedSince=${since}` : list),
    get: (headers: Record<string, string> = {}) =>
      request('GET', pass, undefined, { Authorization, ...headers }),
  }
}

type Updated = { serialNumbers: string[]; lastUpdated: string }

/** As if the card had last been saved long ago. */
async function changedLongAgo(cardId: number): Promise<void> {
  await db.update(walletPasses).set({ changedAt: 1 }).where(eq(walletPasses.cardId, cardId))
}

test('a saved card is listed for its devices once, and the pass shows the change', async () => {
  const owner = await signInWithCard(1, { name: 'Ada' })
  const device = await makeDevice(owner.card)
  expect((await device.register()).status).toBe(201)
  expect((await device.register()).status).toBe(200)
  const first = await (await device.list()).json<Updated>()
  expect(first.serialNumbers).toEqual([String(owner.card.id)])
  expect((await device.list(first.lastUpdated)).status).toBe(204)

  await owner.request('PUT', owner.put, { ...owner.card, name: 'Ada Lovelace' })
  const second = await (await device.list(first.lastUpdated)).json<Updated>()
  expect(second.serialNumbers).toEqual([String(owner.card.id)])
  expect((await device.list(second.lastUpdated)).status).toBe(204)
  const { text } = await readPassFile(await device.get())
  expect(text).toContain('Ada Lovelace')
})

test('lists of devices that nobody registered are read without a write, and not at all with wallets off', async () => {
  const before = await db.$count(rateLimits)
  const listOf = (name: string) =>
    request('GET', `${service}/devices/${name}/registrations/${passTypeId}`)
  for (let count = 0; count < 5; count += 1)
    expect((await listOf(`made-up-${count}`)).status).toBe(204)
  expect(await db.$count(rateLimits)).toBe(before)
  const device = await makeDevice((await signInWithCard(1)).card)
  await device.register()
  const { APPLE_WALLET_KEY: key } = walletEnv
  walletEnv.APPLE_WALLET_KEY = ''
  onTestFinished(() => {
    walletEnv.APPLE_WALLET_KEY = key ?? ''
  })
  expect((await device.list()).status).toBe(204)
})

test('one network address reads only so many lists of devices a minute', async () => {
  const address = { 'CF-Connecting-IP': '203.0.113.199' }
  const path = `${service}/devices/crowd/registrations/${passTypeId}`
  const read = async () => (await request('GET', path, undefined, address)).status
  expect(await read()).toBe(204)
  const overLimit = async () => {
    while ((await walletEnv.READS.limit({ key: 'shared 203.0.113.199' })).success);
    return read()
  }
  // A new minute may start between the last counted read and the checked one.
  expect([await overLimit(), await overLimit()]).toContain(429)
})

test('a pass that has not changed since is not sent again', async () => {
  const owner = await signInWithCard(1)
  const device = await makeDevice(owner.card)
  await changedLongAgo(owner.card.id)
  const modified = (await device.get()).headers.get('Last-Modified') ?? ''
  const ask = () => device.get({ 'If-Modified-Since': modified })
  expect((await ask()).status).toBe(304)
  await owner.request('PUT', owner.put, { ...owner.card, title: 'Analyst' })
  expect((await ask()).status).toBe(200)
})

test('deleting, restoring and deactivating count as changes', async () => {
  const { card, user } = await signInWithCard(1)
  const admin = await signInWithCard(5)
  const device = await makeDevice(card)
  await device.register()
  for (const [method, path] of [
    ['DELETE', `/api/business-cards/${card.id}`],
    ['POST', `/api/business-cards/${card.id}/restore`],
    ['DELETE', `/api/users/${user.id}`],
    ['POST', `/api/users/${user.id}/restore`],
  ] as const) {
    await changedLongAgo(card.id)
    expect((await device.list('1')).status).toBe(204)
    expect((await admin.request(method, path)).ok, path).toBe(true)
    expect((await device.list('1')).status, `${method} ${path}`).toBe(200)
    const isGone = method === 'DELETE'
    expect((await readPassFile(await device.get())).text.includes('"voided":true')).toBe(isGone)
  }
})

test('without the token of the pass a device gets and changes nothing', async () => {
  const card = await makeCard()
  const other = await makeCard()
  const device = await makeDevice(card)
  for (const token of [deviceToken(walletEnv, other.id), 'x', '']) {
    const headers = { Authorization: `ApplePass ${token}` }
    expect((await device.register(headers)).status, token).toBe(401)
    expect((await device.get(headers)).status, token).toBe(401)
  }
  expect(await db.select().from(walletDevices).where(eq(walletDevices.cardId, card.id))).toEqual([])
  const neverMade = `${service}/passes/${passTypeId}/${other.id}`
  const Authorization = `ApplePass ${deviceToken(walletEnv, other.id)}`
  expect((await request('GET', neverMade, undefined, { Authorization })).status).toBe(401)
})

test('an unregistered device is no longer told', async () => {
  const device = await makeDevice(await makeCard())
  await device.register()
  expect((await device.unregister()).status).toBe(200)
  expect((await device.list()).status).toBe(204)
})

test('a card has at most 100 devices; the oldest are no longer told', async () => {
  const card = await makeCard()
  await makeWalletLink(card)
  const old = Array.from({ length: 100 }, (_, at) => ({
    ...{ device: `old-${at}`, cardId: card.id, pushToken: 'x', registeredAt: at },
  }))
  for (const row of old) await db.insert(walletDevices).values(row)
  const device = await makeDevice(card, 'new')
  expect((await device.register()).status).toBe(201)
  const rows = await db.select().from(walletDevices).where(eq(walletDevices.cardId, card.id))
  expect(rows).toHaveLength(100)
  expect(rows.map((row) => row.device)).not.toContain('old-0')
})

test('what a device reports is logged without what names it', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const line =
    '[2026-11-26 03:00:00 +0000] Register task (for device 89ab, pass type pass.test.cards, serial number 7) encountered error: Unexpected response code 503 at https://cards.test/?token=secret'
  const response = await request('POST', `${service}/log`, { logs: [line, 'Ada Lovelace'] })
  expect(response.status).toBe(200)
  expect(logged.mock.calls.flat()).toEqual([
    '{"at":"apple wallet device","reason":"Unexpected response code 503 at; other"}',
  ])
  logged.mockRestore()
})

test('with a way to push, each device is told once, and those without the pass are forgotten', async () => {
  const owner = await signInWithCard(1)
  await runJob(walletEnv, 'updateWallets')
  const calls: { url: string; topic: string | null }[] = []
  walletEnv.APPLE_WALLET_PUSH = {
    fetch: async (url: string, init: RequestInit) => {
      calls.push({ url, topic: new Headers(init.headers).get('apns-topic') })
      if (url.endsWith('gone')) return new Response(null, { status: 410 })
      if (url.endsWith('bad')) return Response.json({ reason: 'BadDeviceToken' }, { status: 400 })
      return new Response()
    },
  } as never
  for (const token of ['gone', 'bad', 'here'])
    await (await makeDevice(owner.card, `device-${token}`)).register(undefined, token)
  await owner.request('PUT', owner.put, { ...owner.card, title: 'Analyst' })
  await runJob(walletEnv, 'updateWallets')
  await runJob(walletEnv, 'updateWallets')
  delete walletEnv.APPLE_WALLET_PUSH
  expect(calls.map(({ url }) => url).sort()).toEqual([
    'https://api.push.apple.com/3/device/bad',
    'https://api.push.apple.com/3/device/gone',
    'https://api.push.apple.com/3/device/here',
  ])
  expect(new Set(calls.map(({ topic }) => topic))).toEqual(new Set([passTypeId]))
  const rows = await db.select().from(walletDevices).where(eq(walletDevices.cardId, owner.card.id))
  expect(rows.map(({ device }) => device)).toEqual(['device-here'])
})

test('a device that cannot be told stops no other, and is told later', async () => {
  const owner = await signInWithCard(1)
  await runJob(walletEnv, 'updateWallets')
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const told: string[] = []
  let isDown = true
  walletEnv.APPLE_WALLET_PUSH = {
    fetch: async (url: string) => {
      if (isDown && url.endsWith('first'))
        return Response.json({ reason: 'TooManyRequests' }, { status: 429 })
      told.push(url.split('/').at(-1) ?? '')
      return new Response()
    },
  } as never
  for (const token of ['first', 'second'])
    await (await makeDevice(owner.card, `device-${token}`)).register(undefined, token)
  await owner.request('PUT', owner.put, { ...owner.card, title: 'Analyst' })
  await runJob(walletEnv, 'updateWallets')
  expect(told).toEqual(['second'])
  expect(String(logged.mock.calls.flat())).toContain('429 TooManyRequests')
  isDown = false
  await db.update(walletPasses).set({ dueAt: 1 }).where(eq(walletPasses.cardId, owner.card.id))
  await runJob(walletEnv, 'updateWallets')
  delete walletEnv.APPLE_WALLET_PUSH
  logged.mockRestore()
  expect(told).toEqual(['second', 'first', 'second'])
})

test('the account export has the passes, and nothing of them is left after the erasure', async () => {
  const { card, user, request: send } = await signInWithCard(1)
  const device = await makeDevice(card)
  await device.register()
  const exported = await (await send('GET', '/api/account/export')).json<{
    walletPasses: object[]
  }>()
  expect(exported.walletPasses).toEqual([
    {
      ...{ cardId: card.id, wallet: 'apple', devices: 1 },
      code: expect.stringMatching(/^[A-Z2-9]{6}$/),
      createdAt: expect.stringMatching(/^20/),
    },
  ])
  const deletedAt = new Date(Date.now() - 31 * dayMs).toISOString()
  await db.update(users).set({ deletedAt }).where(eq(users.id, user.id))
  await runJob(walletEnv, 'purgeAccounts')
  for (const table of [walletPasses, walletDevices])
    expect(await db.select().from(table).where(eq(table.cardId, card.id))).toEqual([])
  expect((await device.get()).status).toBe(401)
})
