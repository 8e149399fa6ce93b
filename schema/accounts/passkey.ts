/** Passkeys: WebAuthn level 3 options and responses as JSON, and the list of a user's passkeys. */
import * as z from 'zod/mini'
import { requiredText } from '../text.ts'

const malformed = "The passkey's response is incomplete. Try again."

/** Bytes as base64url, without padding. */
function bytes(maxLength: number) {
  return z
    .string(malformed)
    .check(z.maxLength(maxLength, malformed), z.regex(/^[\w-]+$/, malformed))
}

/** The authenticator transports of the WebAuthn standard. */
export const transports = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const

// Unknown transports are dropped: browsers may add new ones.
const Transports = z.pipe(
  z
    .array(z.string(malformed).check(z.maxLength(40, malformed)), malformed)
    .check(z.maxLength(20, malformed)),
  z.transform((named) => transports.filter((one) => named.includes(one))),
)

const CredentialDescriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.optional(z.array(z.enum(transports))),
})

const CommonOptions = z.object({
  /** Valid for five minutes and one response. */
  challenge: z.string(),
  /** In milliseconds. */
  timeout: z.number(),
})

/** The options for `navigator.credentials.get`; `allowCredentials` is empty unless the user is signed in. */
export const PasskeyQuestion = z
  .extend(CommonOptions, {
    rpId: z.string(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(CredentialDescriptor),
  })
  .register(z.globalRegistry, { id: 'PasskeyQuestion' })
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>

/** The options for `navigator.credentials.create`. */
export const PasskeyRequest = z
  .extend(CommonOptions, {
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    attestation: z.literal('none'),
    excludeCredentials: z.array(CredentialDescriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  })
  .register(z.globalRegistry, { id: 'PasskeyRequest' })
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

const maxIdLength = 1400

/** The browser's registration response for a new passkey. */
export const NewPasskey = z.strictObject({
  id: bytes(maxIdLength),
  clientDataJSON: bytes(4000),
  attestationObject: bytes(12_000),
  transports: Transports,
})
export type NewPasskey = z.output<typeof NewPasskey>

/** The browser's authentication response. */
export const PasskeyAssertion = z.strictObject({
  id: bytes(maxIdLength),
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(4000),
  /** The user handle stored in the passkey. */
  userHandle: z.nullable(bytes(100)),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

const nameMessage = 'Give the passkey a name of at most 60 characters.'

export const PasskeyName = z.strictObject({
  name: requiredText(60, nameMessage, 'Give the passkey a name').check(
    z.refine((name) => name.isWellFormed(), nameMessage),
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
