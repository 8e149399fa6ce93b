/** Who issues passes for Google Wallet: the operator's service account. Also used by `npm run doctor`. */
import { sign } from 'hono/jwt'
import * as z from 'zod/mini'
import type { Bindings } from '../env.ts'
import { nowSeconds } from '../platform/time.ts'
import { cachedPwaSettings, touchIcon } from '../pwa/settings.ts'

export type GoogleSecrets = { GOOGLE_WALLET_KEY?: string; GOOGLE_WALLET_ISSUER?: string }

export type GoogleIssuer = { issuerId: string; email: string; key: string }

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
const timeoutMs = 10_000

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

export type GoogleDetails = {
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
export function signJwt({ email, key }: GoogleIssuer, claims: object): Promise<string> {
  return sign({ iss: email, iat: nowSeconds(), ...claims }, key, 'RS256')
}

let cached: { of: string; token: string; until: number } | undefined

/** An access token for the API of Google Wallet, kept in this isolate until shortly before it expires. */
export async function accessToken(issuer: GoogleIssuer): Promise<string> {
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

/** After a refusal, so that the next attempt asks for another. */
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
