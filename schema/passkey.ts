/** Passkeys: what a browser is asked for, what it sends back (WebAuthn level 3, as JSON), and how one is listed. */
import * as z from 'zod/mini'
import { line } from './text.ts'

const broken = 'What the passkey answered is not whole. Try again.'

/** Bytes as base64url, without padding. */
function bytes(most: number) {
  return z.string(broken).check(z.maxLength(most, broken), z.regex(/^[\w-]+$/, broken))
}

/** Every way to reach an authenticator that the standard names. */
export const transports = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const

/** Browsers may know more of them than we do. */
export const Transports = z.pipe(
  z.array(z.string(broken).check(z.maxLength(40, broken)), broken).check(z.maxLength(20, broken)),
  z.transform((named) => transports.filter((one) => named.includes(one))),
)

const Known = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.optional(z.array(z.enum(transports))),
})

const Asked = z.object({
  /** Good for five minutes and one answer. */
  challenge: z.string(),
  /** In milliseconds. */
  timeout: z.number(),
})

/** What `navigator.credentials.get` is asked with; without a list of passkeys for who is not signed in. */
export const PasskeyQuestion = z
  .extend(Asked, {
    rpId: z.string(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(Known),
  })
  .register(z.globalRegistry, { id: 'PasskeyQuestion' })
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>

/** What `navigator.credentials.create` is asked with. */
export const PasskeyRequest = z
  .extend(Asked, {
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    attestation: z.literal('none'),
    excludeCredentials: z.array(Known),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  })
  .register(z.globalRegistry, { id: 'PasskeyRequest' })
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

const longestId = 1400

/** A new passkey, as the browser describes it. */
export const NewPasskey = z.strictObject({
  id: bytes(longestId),
  clientDataJSON: bytes(4000),
  attestationObject: bytes(12_000),
  transports: Transports,
})
export type NewPasskey = z.output<typeof NewPasskey>

/** The signature of a passkey. */
export const PasskeyAssertion = z.strictObject({
  id: bytes(longestId),
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(4000),
  /** Whose it is, in the passkey's own words. */
  userHandle: z.nullable(bytes(100)),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

const nameless = 'Give the passkey a name of at most 60 characters.'

export const PasskeyName = z.strictObject({
  name: line(60, nameless).check(
    z.minLength(1, nameless),
    z.refine((name) => name.isWellFormed(), nameless),
  ),
})
export type PasskeyName = z.infer<typeof PasskeyName>

/** A passkey as its owner sees it; times are ISO 8601. */
export const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const maxPasskeys = 10
