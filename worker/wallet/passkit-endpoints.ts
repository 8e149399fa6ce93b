/**
 * The web service that devices with a pass in Apple Wallet ask for changes; Apple defines its paths and statuses
 * (developer.apple.com/documentation/walletpasses, "Adding a web service to update passes").
 */
import { type Context, Hono } from 'hono'
import {
  DeviceId,
  DeviceLog,
  DeviceRegistration,
  UpdatedSince,
} from '../../schema/wallet/wallet.ts'
import type { App } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { limitSharedReads } from '../http/endpoint.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { pathId, publicEndpoint } from '../http/input.ts'
import { clientAddress } from '../platform/client.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import { applePassResponse, limitPasses, walletBrokenMessage } from './apple-pass-response.ts'
import { hasWallet } from './configured.ts'
import { listChangedPasses, registerDevice, unregisterDevice } from './devices.ts'
import { findWalletPass } from './wallet-passes.ts'
import { isDeviceToken } from './wallet-tokens.ts'

const notPassHolderMessage = 'The pass does not have this token.'
const passHolder = 'a device with the token of the pass'

export const passKitRoutes = new Hono<App>()

// Of one card: a hundred devices fetch each change once.
const callsPerHour = 1000
const logsPerHour = 20

const registration = '/v1/devices/:device/registrations/:passType/:serial'

passKitRoutes.post(
  registration,
  publicEndpoint({
    access: 'anyone',
    rule: passHolder,
    body: DeviceRegistration,
    maxBody: kB,
    status: 201,
    summary: 'Apple Wallet: register a device for the changes of a pass',
    example: { pushToken: '5f1c0f4a9d6b4f7a' },
    errors: { 401: notPassHolderMessage, 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const cardId = await requirePassHolder(c)
    const { pushToken } = c.req.valid('json')
    const key = { device: requireDevice(c), cardId }
    const outcome = await registerDevice(database(c.env.DB), key, pushToken)
    if (outcome === 'no pass') fail(401, notPassHolderMessage)
    return c.body(null, outcome === 'created' ? 201 : 200)
  },
)

passKitRoutes.delete(
  registration,
  publicEndpoint({
    access: 'anyone',
    rule: passHolder,
    summary: 'Apple Wallet: unregister a device',
    errors: { 401: notPassHolderMessage, 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const cardId = await requirePassHolder(c)
    await unregisterDevice(database(c.env.DB), { device: requireDevice(c), cardId })
    return c.body(null, 200)
  },
)

// Without a token, as Apple defines it: only the device knows its id.
passKitRoutes.get(
  '/v1/devices/:device/registrations/:passType',
  publicEndpoint({
    access: 'anyone',
    rule: 'a device with its id',
    query: UpdatedSince,
    responseType: 'application/json',
    summary: "Apple Wallet: which of a device's passes have changed",
    errors: { 401: notPassHolderMessage, 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const device = requireDevice(c)
    if (!hasWallet(c.env, 'apple')) return c.body(null, 204)
    // Anyone can make up ids of devices, so none of them gets a counter of its own.
    await limitSharedReads(c)
    const since = Number(c.req.valid('query').passesUpdatedSince ?? 0) || 0
    const { cardIds, lastChange } = await listChangedPasses(database(c.env.DB), device, since)
    if (cardIds.length === 0) return c.body(null, 204)
    return c.json({ serialNumbers: cardIds.map(String), lastUpdated: String(lastChange) })
  },
)

passKitRoutes.get(
  '/v1/passes/:passType/:serial',
  publicEndpoint({
    access: 'anyone',
    rule: passHolder,
    responseType: 'application/vnd.apple.pkpass',
    summary: 'Apple Wallet: a pass as it is now',
    errors: { 401: notPassHolderMessage, 429: tooManyAttemptsMessage, 503: walletBrokenMessage },
  }),
  async (c) => {
    const cardId = await requirePassHolder(c)
    const pass = await findWalletPass(c.env, { cardId, wallet: 'apple' })
    if (!pass) fail(401, notPassHolderMessage)
    // A change in the same second as the device's copy may have come after it.
    const copiedAt = Date.parse(c.req.header('If-Modified-Since') ?? '')
    if (pass.changedAt < copiedAt) return c.body(null, 304)
    c.header('Last-Modified', new Date().toUTCString())
    return applePassResponse(c, pass)
  },
)

passKitRoutes.post(
  '/v1/log',
  publicEndpoint({
    access: 'anyone',
    body: DeviceLog,
    maxBody: 16 * kB,
    summary: 'Apple Wallet: what failed on a device',
    example: { logs: ['Register task encountered error: timed out'] },
    errors: { 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const subject = clientAddress(c.req.raw)
    const limit = { kind: 'wallet log', subject, max: logsPerHour, window: hourSeconds }
    const wait = await consumeLimit(c.env, limit)
    if (wait > 0) tooManyRequests(wait)
    const errors = c.req.valid('json').logs.map(errorIn)
    const reason = [...new Set(errors)].slice(0, maxErrors).join('; ')
    log('warn', 'apple wallet device', { reason })
    return c.body(null, 200)
  },
)

const maxErrors = 5
const maxErrorLength = 120

/** What failed, without what devices write before it, which names the device and the pass. */
function errorIn(line: string): string {
  const [, error = 'other'] = /encountered error: (.*)/.exec(line) ?? []
  const words = error.split(/\s+/).filter((word) => /^[A-Za-z]+[.:,)]?$|^\d{3}$/.test(word))
  return words.join(' ').slice(0, maxErrorLength)
}

/** The card of the pass; fails with 401 unless the request has the pass's token. */
async function requirePassHolder(c: Context<App>): Promise<number> {
  const cardId = pathId(c.req.param('serial') ?? '')
  const token = /^ApplePass ([\w-]{43})$/.exec(c.req.header('Authorization') ?? '')?.[1]
  if (!token || !isDeviceToken(c.env, cardId, token)) fail(401, notPassHolderMessage)
  await limitPasses(c, { kind: 'wallet device', cardId, max: callsPerHour })
  return cardId
}

function requireDevice(c: Context<App>): string {
  return DeviceId.safeParse(c.req.param('device')).data ?? fail(401, notPassHolderMessage)
}
