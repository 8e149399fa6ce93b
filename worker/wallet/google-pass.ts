/**
 * The pass of a card for Google Wallet: a generic object (developers.google.com/wallet/reference/rest/v1/genericobject),
 * the link that saves it, and its update.
 */

import { sign } from 'hono/jwt'
import * as z from 'zod/mini'
import { themeColors } from '../../card/themes/theme-colors.ts'
import type { Bindings } from '../env.ts'
import { nowSeconds } from '../platform/time.ts'
import { cachedPwaSettings, touchIcon } from '../pwa/settings.ts'
import type { WalletPass } from './wallet-passes.ts'

// Google's limit for links: some browsers cut longer ones.
const maxLinkLength = 1800
const saveUrl = 'https://pay.google.com/gp/v/save/'
const apiUrl = 'https://walletobjects.googleapis.com/walletobjects/v1/genericObject/'
const timeoutMs = 10_000
// What Google shows of a text.
const maxText = 80

/** The link that saves the pass; saving creates its class and object. Leaves out pictures if it would be too long. */
export async function googleSaveLink(
  pass: WalletPass,
  issuer: GoogleIssuer,
  details: GoogleDetails,
): Promise<string> {
  const { heroImage, ...plain } = googleObject(pass, details)
  const { logo: _, ...bare } = plain
  for (const object of [{ heroImage, ...plain }, plain]) {
    const link = saveUrl + (await signSave(issuer, object))
    if (link.length <= maxLinkLength) return link
  }
  return saveUrl + (await signSave(issuer, bare))
}

function signSave(issuer: GoogleIssuer, object: { classId: string }): Promise<string> {
  const payload = { genericClasses: [{ id: object.classId }], genericObjects: [object] }
  return signJwt(issuer, { aud: 'google', typ: 'savetowallet', origins: [], payload })
}

/** The object as the API and the link take it. */
function googleObject(pass: WalletPass, { issuerId, product, icon }: GoogleDetails) {
  const { cardId, isLive, name, title, company, language, origin, url } = pass
  const { surface } = themeColors(pass.theme)
  const text = (value: string) => ({
    defaultValue: { language, value: [...value].slice(0, maxText).join('') },
  })
  const image = (path: string) => ({ sourceUri: { uri: new URL(path, origin).href } })
  const { logo, cover } = pass.images
  return {
    id: `${issuerId}.card-${cardId}`,
    classId: `${issuerId}.business-card`,
    genericType: 'GENERIC_OTHER',
    state: isLive ? 'ACTIVE' : 'INACTIVE',
    cardTitle: text(company || product),
    header: text(name || product),
    ...(title ? { subheader: text(title) } : {}),
    hexBackgroundColor: surface,
    logo: image(isShown(logo) ? logo : icon),
    ...(isShown(cover) ? { heroImage: image(cover) } : {}),
    ...(isLive
      ? { barcode: { type: 'QR_CODE', value: url, alternateText: url.replace(/^https?:\/\//, '') } }
      : {}),
  }
}

// Google Wallet shows no SVG.
function isShown(path: string | undefined): path is string {
  return path !== undefined && !/\.svg$/i.test(path)
}

/**
 * Replaces the pass in the wallets that have it; throws if Google does not accept it. PUT, because PATCH would keep a
 * text that the card no longer shows.
 */
export async function updateGooglePass(
  pass: WalletPass,
  issuer: GoogleIssuer,
  details: GoogleDetails,
): Promise<void> {
  const object = googleObject(pass, details)
  const response = await fetch(apiUrl + object.id, {
    method: 'PUT',
    headers: {
      Authorization: `Bearer ${await accessToken(issuer)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(object),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (response.status === 401) forgetAccessToken()
  // Nobody has saved it yet.
  if (response.ok || response.status === 404) return
  throw new Error(`Google Wallet returned ${response.status}`)
}

type GoogleSecrets = { GOOGLE_WALLET_KEY?: string; GOOGLE_WALLET_ISSUER?: string }

type GoogleIssuer = { issuerId: string; email: string; key: string }

/** The key file of a service account, as Google Cloud creates it. */
const KeyFile = z.object({
  client_email: z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/)),
  private_key: z.string().check(z.regex(/-----BEGIN PRIVATE KEY-----/)),
})

// RFC 7523. Google accepts an hour at most.
const tokenUrl = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const tokenSeconds = 3600
const marginSeconds = 300

const TokenResponse = z.object({ access_token: z.string() })

/** The issuer, or the sentence that says what is wrong with the secrets. */
export function readGoogleIssuer(secrets: GoogleSecrets): GoogleIssuer | string {
  const { GOOGLE_WALLET_KEY: file = '', GOOGLE_WALLET_ISSUER: issuerId = '' } = secrets
  if (!file) return 'GOOGLE_WALLET_KEY is missing.'
  if (!issuerId) return 'GOOGLE_WALLET_ISSUER is missing.'
  if (!/^\d{5,25}$/.test(issuerId))
    return 'GOOGLE_WALLET_ISSUER is not an issuer id, which has only digits.'
  const account = KeyFile.safeParse(parseJson(file)).data
  if (!account) return 'GOOGLE_WALLET_KEY is not the JSON key file of a service account.'
  return { issuerId, email: account.client_email, key: account.private_key }
}

type GoogleDetails = {
  issuerId: string
  /** The name of the product, and its icon for cards without a logo, as a path. */
  product: string
  icon: string
}

export async function googleDetails(env: Bindings, issuer: GoogleIssuer): Promise<GoogleDetails> {
  const icon = touchIcon(await cachedPwaSettings(env))
  return { issuerId: issuer.issuerId, product: env.PRODUCT_NAME, icon }
}

/** Signs the claims as a JWT with RS256 (RFC 7519). */
function signJwt({ email, key }: GoogleIssuer, claims: object): Promise<string> {
  return sign({ iss: email, iat: nowSeconds(), ...claims }, key, 'RS256')
}

let cached: { of: string; token: string; until: number } | undefined

/** An access token for the API of Google Wallet, kept in this isolate until shortly before it expires. */
async function accessToken(issuer: GoogleIssuer): Promise<string> {
  if (cached?.of === issuer.key && nowSeconds() < cached.until) return cached.token
  const until = nowSeconds() + tokenSeconds - marginSeconds
  const claims = { aud: tokenUrl, scope, exp: nowSeconds() + tokenSeconds }
  const body = new URLSearchParams({ grant_type: grant, assertion: await signJwt(issuer, claims) })
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(tokenUrl, { method: 'POST', body, signal })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`Google's token service returned ${response.status}`)
  }
  const { access_token: token } = TokenResponse.parse(await response.json())
  cached = { of: issuer.key, token, until }
  return token
}

/** Drops the token that Google refused, so that the next attempt gets a new one. */
export function forgetAccessToken(): void {
  cached = undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
