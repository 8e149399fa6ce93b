/**
 * A software authenticator, implemented independently from WebAuthn level 3, RFC 8949 (CBOR) and RFC 9052 (COSE). Only
 * tests import this.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { Passkey, PasskeyQuestion, PasskeyRequest } from '../../schema/accounts/passkey.ts'
import { newAddress, origin, request } from './app.ts'
import type { SignedInUser } from './second-factor.ts'

/** The path of the caller's passkeys. */
export const path = '/api/account/passkeys'

export type Key = { id: Buffer; key: KeyObject; counter: number; handle: string; row: Passkey }

/** Overrides that make a response invalid. */
export type Tampering = {
  origin?: string
  challenge?: string
  type?: string
  site?: string
  flags?: number
  counter?: number
  handle?: string
  crossOrigin?: boolean
}

/** Invalid responses that must not sign in, with a description. */
export const tamperings: [string, Tampering][] = [
  ['made for another site', { origin: 'https://cards.test.evil.example' }],
  ['made over https', { origin: 'https://cards.test' }],
  ['made by a key of another site', { site: 'evil.example' }],
  ['that creates a key', { type: 'webauthn.create' }],
  ['without the person verified', { flags: 0b1 }],
  ['without the person there', { flags: 0b100 }],
  ['for another account', { handle: 'a'.repeat(43) }],
]

/** Flags of the authenticator data: user present, user verified, attested credential data included. */
const present = 0b1
const verified = 0b100
const withKey = 0b1000000

const site = new URL(origin).hostname

/** Returns a new private key and the registration response that a browser would send. */
export function makeKey(
  { challenge }: { challenge: string },
  { id = randomBytes(16), ...slip }: Tampering & { id?: Buffer } = {},
) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // COSE: an EC2 key for ES256 on P-256.
  const cose = map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
  const length = Buffer.from([0, id.length])
  const data = authenticatorData({ flags: present | verified | withKey, counter: 0, ...slip })
  const authData = Buffer.concat([data, Buffer.alloc(16), length, id, cose])
  const attestation = map([
    [text('fmt'), text('none')],
    [text('attStmt'), map([])],
    [text('authData'), bytes(authData)],
  ])
  const sent = {
    id: id.toString('base64url'),
    clientDataJSON: clientData({ type: 'webauthn.create', challenge, ...slip }),
    attestationObject: attestation.toString('base64url'),
    transports: ['internal', 'of tomorrow'],
  }
  return { sent, id, key: privateKey }
}

/** Returns the authentication response that a browser would send for this key. */
export function signChallenge(
  key: Omit<Key, 'row'>,
  { challenge }: { challenge: string },
  slip: Tampering = {},
) {
  const { counter = key.counter } = slip
  const data = authenticatorData({ flags: present | verified, ...slip, counter })
  const clientDataJSON = clientData({ type: 'webauthn.get', challenge, ...slip })
  const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
  return {
    id: key.id.toString('base64url'),
    clientDataJSON,
    authenticatorData: data.toString('base64url'),
    signature: sign('sha256', Buffer.concat([data, hash]), key.key).toString('base64url'),
    userHandle: slip.handle ?? key.handle,
  }
}

/** Adds a passkey of this user through the API. */
export async function addKey({ request: call }: Pick<SignedInUser, 'request'>): Promise<Key> {
  const optionsResponse = await call('POST', `${path}/options`)
  expect(optionsResponse.status).toBe(200)
  const options = PasskeyRequest.parse(await optionsResponse.json())
  const { sent, id, key } = makeKey(options)
  const made = await call('POST', path, sent)
  expect([made.status, await made.clone().text()]).toEqual([201, expect.any(String)])
  return { id, key, counter: 0, handle: options.user.id, row: Passkey.parse(await made.json()) }
}

/** Returns the passkeys of this user. */
export const list = async ({ request: call }: Pick<SignedInUser, 'request'>) =>
  z.array(Passkey).parse(await (await call('GET', path)).json())

/** Requests the sign-in options. */
export async function fetchSignInOptions() {
  const optionsResponse = await request(
    'POST',
    '/api/login/passkey/options',
    undefined,
    newAddress(),
  )
  expect(optionsResponse.status).toBe(200)
  return PasskeyQuestion.parse(await optionsResponse.json())
}

/** Signs in with this key and returns the response. */
export async function submitPasskey(key: Key, slip: Tampering = {}) {
  const sent = signChallenge(key, await fetchSignInOptions(), slip)
  return request('POST', '/api/login/passkey', sent, newAddress())
}

function clientData({ type, challenge, ...overrides }: Tampering): string {
  const data = {
    type,
    challenge,
    origin: overrides.origin ?? origin,
    crossOrigin: overrides.crossOrigin,
  }
  return Buffer.from(JSON.stringify(data)).toString('base64url')
}

function authenticatorData({ flags = 0, counter = 0, site: name = site }: Tampering): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(name).digest(), Buffer.from([flags]), count])
}

function head(kind: number, value: number): Buffer {
  const start = kind << 5
  if (value < 24) return Buffer.from([start | value])
  if (value < 256) return Buffer.from([start | 24, value])
  return Buffer.from([start | 25, value >> 8, value & 255])
}

function int(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value)
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value])
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
}

function map(pairs: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([head(5, pairs.length), ...pairs.flat()])
}
