/** Wallet passes of a card: the link that adds a pass, the pass that it opens, and the web service for Apple's devices. */
import { type Context, Hono } from 'hono'
import {
  DeviceId,
  DeviceLog,
  DeviceRegistration,
  NewWalletPass,
  UpdatedSince,
  WalletLink,
  walletNames,
} from '../../schema/wallet/wallet.ts'
import { cardEditors, cardOfPath, findEditableCard } from '../cards/rules.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint, limitSharedReads } from '../http/endpoint.ts'
import { fail, orNotFound, tooManyRequests } from '../http/errors.ts'
import { pathId, publicEndpoint } from '../http/input.ts'
import { clientAddress } from '../platform/client.ts'
import { database } from '../platform/database.ts'
import { contentDisposition } from '../platform/download.ts'
import { log } from '../platform/log.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import { tooManyActive, tooManySharePoints } from '../share-points/queries.ts'
import { hasWallet } from './configured.ts'
import { listChangedPasses, registerDevice, unregisterDevice } from './devices.ts'
import { googleDetails, googleSaveLink, readGoogleIssuer } from './google-pass.ts'
import {
  createWalletPass,
  findWalletPass,
  isDeviceToken,
  issueWalletLink,
  readWalletLink,
  type WalletPass,
  walletLinkMs,
} from './wallet-passes.ts'

/** The same for a forged or expired link and for a card without a pass. */
const noPassMessage = 'This link has expired. Create a new one on the Share page.'
const noWalletMessage = 'This installation has no passes for this wallet.'

const walletBrokenMessage =
  "The pass can't be signed right now. Ask the admin to check the wallet certificates."

export const cardWalletRoutes = new Hono<App>()

cardWalletRoutes.post(
  '/:id/wallet',
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    body: NewWalletPass,
    maxBody: kB,
    response: WalletLink,
    status: 201,
    summary: 'A link that adds a card to Apple Wallet or Google Wallet, for 15 minutes',
    example: { wallet: 'apple' },
    errors: { 404: noWalletMessage, 409: `${tooManyActive} Or: ${tooManySharePoints}` },
    audit: 'wallet-pass-created',
  }),
  async (c) => {
    const { wallet } = c.req.valid('json')
    const card = await findEditableCard(c)
    if (!hasWallet(c.env, wallet)) fail(404, noWalletMessage)
    const origin = publicOrigin(c.env, c.req.raw)
    const owner = { cardId: card.id, userId: card.userId, wallet, origin }
    const outcome = await createWalletPass(c.env, owner)
    if (outcome === 'no card') fail(404, 'Card not found')
    if (outcome === 'too many') fail(409, tooManySharePoints)
    if (outcome === 'too many active') fail(409, tooManyActive)
    c.set('changed', { wallet: walletNames[wallet] })
    const expiresAt = Date.now() + walletLinkMs
    const token = issueWalletLink(c.env, { cardId: card.id, wallet, expiresAt })
    const link = { url: `${origin}/wallet/${token}`, expiresAt: new Date(expiresAt).toISOString() }
    return c.json(link satisfies WalletLink, 201)
  },
)

export const walletRoutes = new Hono<App>()

const opensPerHour = 60

walletRoutes.get(
  '/:token',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link, until it expires',
    responseType: 'application/vnd.apple.pkpass',
    summary: 'The pass of a card: a file for Apple Wallet, a redirect to Google Wallet',
    errors: { 404: noPassMessage, 429: tooManyAttemptsMessage, 503: walletBrokenMessage },
  }),
  async (c) => {
    const link = orNotFound(readWalletLink(c.env, c.req.param('token')), noPassMessage)
    await limitPasses(c, { kind: 'wallet link', cardId: link.cardId, max: opensPerHour })
    const pass = orNotFound(await findWalletPass(c.env, link), noPassMessage)
    return link.wallet === 'apple' ? applePassResponse(c, pass) : redirectToGoogle(c, pass)
  },
)

async function redirectToGoogle(c: Context<App>, pass: WalletPass): Promise<Response> {
  const issuer = readGoogleIssuer(c.env)
  if (typeof issuer === 'string') {
    log('error', 'google wallet', { reason: issuer })
    return fail(503, walletBrokenMessage)
  }
  const url = await googleSaveLink(pass, issuer, await googleDetails(c.env, issuer))
  c.header('Referrer-Policy', 'no-referrer')
  return c.redirect(url, 302)
}

const notPassHolderMessage = 'The pass does not have this token.'
const passHolder = 'a device with the token of the pass'

export const passKitRoutes = new Hono<App>()

// Per card: a hundred devices fetch each change once.
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

/** The error in a line of a device's log, without the text before it, which names the device and the pass. */
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

async function applePassResponse(c: Context<App>, pass: WalletPass): Promise<Response> {
  // The library of signatures is used nowhere else, so it is loaded on the first response.
  const { applePassFile } = await import('./apple-file.ts')
  const file = (await applePassFile(c.env, pass)) ?? fail(503, walletBrokenMessage)
  const stem = `${c.env.PRODUCT_SHORT_NAME}-${pass.name}`
  c.header('Content-Type', 'application/vnd.apple.pkpass')
  c.header('Content-Disposition', contentDisposition({ stem, extension: 'pkpass' }))
  c.header('X-Robots-Tag', 'noindex')
  return c.body(file)
}

/** Counts a request for a card's passes; fails with 429 above the limit per hour. */
async function limitPasses(
  c: Context<App>,
  { kind, cardId, max }: { kind: string; cardId: number; max: number },
): Promise<void> {
  const limit = { kind, subject: `${cardId}`, max, window: hourSeconds }
  const wait = await consumeLimit(c.env, limit)
  if (wait > 0) tooManyRequests(wait)
}
