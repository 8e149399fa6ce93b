import { eq } from 'drizzle-orm'
import { verify } from 'hono/jwt'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { walletPasses } from '../../schema/wallet/tables.ts'
import { db, makeCard, request, signInWithCard } from '../testing/app.ts'
import { GenericObject, SaveClaims } from '../testing/google-pass-schema.ts'
import { runJob } from '../testing/run-job.ts'
import { makeWalletLink, walletEnv } from '../testing/wallet.ts'
import { forgetAccessToken, readGoogleIssuer } from './google-pass.ts'

const minuteMs = 60_000

beforeEach(forgetAccessToken)

const Account = z.object({ client_email: z.string(), private_key: z.string() })
const account = Account.parse(JSON.parse(walletEnv.GOOGLE_WALLET_KEY ?? ''))

/** Where the link of a card leads, and the claims of its JWT, verified with the public key. */
async function saveOf(card: { id: number; userId: number }) {
  const response = await request('GET', await makeWalletLink(card, 'google'))
  const location = response.headers.get('Location') ?? ''
  const jwt = location.replace('https://pay.google.com/gp/v/save/', '')
  const claims: unknown = await verify(jwt, await publicKey(), 'RS256')
  return { status: response.status, location, claims }
}

async function publicKey(): Promise<CryptoKey> {
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const der = Buffer.from(account.private_key.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const key = await crypto.subtle.importKey('pkcs8', der, rsa, true, ['sign'])
  const exported: unknown = await crypto.subtle.exportKey('jwk', key)
  const { kty, n, e } = z.object({ kty: z.string(), n: z.string(), e: z.string() }).parse(exported)
  return crypto.subtle.importKey('jwk', { kty, n, e }, rsa, false, ['verify'])
}

test('the link leads to Google with a signed pass of documented fields only', async () => {
  const fields = { name: 'Ada Lovelace', title: 'Analyst', company: 'Engine', theme: 'tech' }
  const card = await makeCard(fields)
  const { status, location, claims } = await saveOf(card)
  expect(status).toBe(302)
  expect(location.length).toBeLessThanOrEqual(1800)
  expect(SaveClaims.safeParse(claims).error?.issues).toBeUndefined()
  const { iss, payload } = SaveClaims.parse(claims)
  expect(iss).toBe(account.client_email)
  const [point] = await db.select().from(sharePoints).where(eq(sharePoints.cardId, card.id))
  expect(point).toMatchObject({ label: 'Google Wallet', kind: 'link' })
  expect(payload.genericClasses).toEqual([{ id: '3388000000012345678.business-card' }])
  expect(payload.genericObjects[0]).toMatchObject({
    id: `3388000000012345678.card-${card.id}`,
    state: 'ACTIVE',
    cardTitle: { defaultValue: { language: 'en', value: 'Engine' } },
    header: { defaultValue: { value: 'Ada Lovelace' } },
    subheader: { defaultValue: { value: 'Analyst' } },
    hexBackgroundColor: '#0a1015',
    barcode: { type: 'QR_CODE', value: `http://cards.test/s/${point?.code}` },
    logo: { sourceUri: { uri: 'http://cards.test/icons/apple-touch-180.png' } },
  })
})

test('the longest card has a link of at most 1,800 characters, without its pictures', async () => {
  const long = (word: string) => `${word} `.repeat(30).trim()
  const picture = (name: string) => `https://images.example/${name.repeat(80)}.png`
  const card = await makeCard({
    ...{ name: long('Ærø'), title: long('表'), company: long('🙂') },
    ...{ logoUrl: picture('logo'), coverPhoto: picture('cover') },
  })
  const { location, claims } = await saveOf(card)
  const [object] = SaveClaims.parse(claims).payload.genericObjects
  expect(object?.heroImage).toBeUndefined()
  expect(object?.logo).toBeUndefined()
  expect(location.length).toBeLessThanOrEqual(2600)
})

type Received = { method: string; url: string; body: unknown; authorization: string | null }

/** Responds in place of Google until the test ends; `status` is the status of the passes API. */
function mockGoogle(status: () => number) {
  const received: Received[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const sent = new Request(input, init)
    const text = await sent.text()
    const isToken = sent.url.includes('oauth2')
    const body: unknown = isToken ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
    const authorization = sent.headers.get('Authorization')
    received.push({ method: sent.method, url: sent.url, body, authorization })
    if (isToken) return Response.json({ access_token: 'token-of-google', expires_in: 3600 })
    return new Response('{}', { status: status() })
  })
  return { received, restore: () => spy.mockRestore() }
}

test('a saved card replaces the pass; a failure is retried later and never delays the save', async () => {
  const owner = await signInWithCard(1, { title: 'Analyst' })
  await makeWalletLink(owner.card, 'google')
  const statuses = [503, 200]
  const google = mockGoogle(() => statuses.shift() ?? 418)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const saved = await owner.request('PUT', owner.put, {
    ...owner.card,
    name: 'Ada King',
    title: null,
  })
  expect(saved.status).toBe(200)
  const now = Date.now() + 1000
  for (const at of [now, now + 30_000, now + 2 * minuteMs, now + 5 * minuteMs])
    await runJob(walletEnv, 'updateWallets', at)
  google.restore()
  vi.restoreAllMocks()
  const calls = google.received.filter(({ url }) => !url.includes('oauth2'))
  expect(calls).toHaveLength(2)
  const [call] = calls
  const id = `3388000000012345678.card-${owner.card.id}`
  expect(call).toMatchObject({
    method: 'PUT',
    url: `https://walletobjects.googleapis.com/walletobjects/v1/genericObject/${id}`,
    authorization: 'Bearer token-of-google',
  })
  const object = GenericObject.parse(call?.body)
  expect(object.header.defaultValue.value).toBe('Ada King')
  // What the card no longer shows is gone, not kept.
  expect(object.subheader).toBeUndefined()
  const grant = google.received.find(({ url }) => url.includes('oauth2'))
  const { assertion } = z.object({ assertion: z.string() }).parse(grant?.body)
  expect(
    await verify(assertion, await publicKey(), {
      alg: 'RS256',
      aud: 'https://oauth2.googleapis.com/token',
    }),
  ).toMatchObject({
    iss: account.client_email,
    scope: 'https://www.googleapis.com/auth/wallet_object.issuer',
  })
})

test('a pass that nobody saved, and one of a wallet that is off, are not tried again', async () => {
  const owner = await signInWithCard(1)
  const due = async () => {
    const row = await db
      .select()
      .from(walletPasses)
      .where(eq(walletPasses.cardId, owner.card.id))
      .get()
    return row?.dueAt
  }
  await makeWalletLink(owner.card, 'google')
  expect(await due()).toBeNull()
  const google = mockGoogle(() => 404)
  await owner.request('PUT', owner.put, { ...owner.card, title: 'One' })
  expect(await due()).toBeGreaterThan(0)
  await runJob(walletEnv, 'updateWallets', Date.now() + 1000)
  expect(await due()).toBeNull()
  google.restore()

  const { GOOGLE_WALLET_KEY } = walletEnv
  walletEnv.GOOGLE_WALLET_KEY = ''
  await owner.request('PUT', owner.put, {
    ...owner.card,
    title: 'Two',
    version: owner.card.version + 1,
  })
  await runJob(walletEnv, 'updateWallets', Date.now() + 1000)
  walletEnv.GOOGLE_WALLET_KEY = GOOGLE_WALLET_KEY
  expect(await due()).toBeNull()
})

test('each mistake in the secrets has a sentence', () => {
  const { GOOGLE_WALLET_KEY, GOOGLE_WALLET_ISSUER } = walletEnv
  const valid = { GOOGLE_WALLET_KEY, GOOGLE_WALLET_ISSUER }
  expect(readGoogleIssuer(valid)).toMatchObject({ email: account.client_email })
  const notKeyFile = 'GOOGLE_WALLET_KEY is not the JSON key file of a service account.'
  for (const [secrets, sentence] of [
    [{ ...valid, GOOGLE_WALLET_KEY: '' }, 'GOOGLE_WALLET_KEY is missing.'],
    [{ ...valid, GOOGLE_WALLET_ISSUER: '' }, 'GOOGLE_WALLET_ISSUER is missing.'],
    [{ ...valid, GOOGLE_WALLET_KEY: '{' }, notKeyFile],
    [{ ...valid, GOOGLE_WALLET_KEY: '{"client_email":"a@b.c","private_key":"x"}' }, notKeyFile],
    [
      { ...valid, GOOGLE_WALLET_ISSUER: 'cards' },
      'GOOGLE_WALLET_ISSUER is not an issuer id, which has only digits.',
    ],
  ] as const)
    expect(readGoogleIssuer(secrets)).toBe(sentence)
})
