/**
 * The identity that signs passes for Apple Wallet: the operator's certificate with its key, and Apple's intermediate
 * certificate (WWDR) that issued it. Also used by `npm run doctor`.
 */
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, type Name } from '@peculiar/asn1-x509'

export type AppleSecrets = {
  APPLE_WALLET_CERTIFICATE?: string
  APPLE_WALLET_KEY?: string
  APPLE_WALLET_WWDR?: string
}

export type AppleIdentity = {
  certificate: Certificate
  intermediate: Certificate
  key: CryptoKey
  /** Both from the subject of the certificate, where Apple writes them. */
  passTypeId: string
  teamId: string
}

/** An identity, or the sentence that says what is wrong with the secrets. */
type Read = AppleIdentity | string

const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
// Attribute types of a subject (RFC 4519): UID and OU.
const userId = '0.9.2342.19200300.100.1.1'
const organizationalUnit = '2.5.4.11'

let read: { of: string; identity: Promise<Read> } | undefined

/** The identity, or the sentence that says what is wrong with the secrets. They are parsed once in each isolate. */
export async function readAppleIdentity(secrets: AppleSecrets, now = Date.now()): Promise<Read> {
  const of = JSON.stringify(textsOf(secrets))
  if (read?.of !== of) read = { of, identity: parse(secrets) }
  const identity = await read.identity
  return typeof identity === 'string' ? identity : (timeError(identity, now) ?? identity)
}

/** When the first of both certificates expires, in milliseconds. */
export function expiryOf({ certificate, intermediate }: AppleIdentity): number {
  return Math.min(...[certificate, intermediate].map(({ tbsCertificate }) => endOf(tbsCertificate)))
}

async function parse(secrets: AppleSecrets): Promise<Read> {
  const [certificateText, keyText, intermediateText] = textsOf(secrets)
  if (!certificateText) return 'APPLE_WALLET_CERTIFICATE is missing.'
  if (!keyText) return 'APPLE_WALLET_KEY is missing.'
  if (!intermediateText) return 'APPLE_WALLET_WWDR is missing: Wallet accepts no pass without it.'
  const certificate = parseCertificate(certificateText)
  if (!certificate) return 'APPLE_WALLET_CERTIFICATE is not a certificate in PEM.'
  const intermediate = parseCertificate(intermediateText)
  if (!intermediate) return 'APPLE_WALLET_WWDR is not a certificate in PEM.'
  if (/ENCRYPTED/.test(keyText)) return 'APPLE_WALLET_KEY has a password. Remove it first.'
  const key = await importKey(keyText)
  if (!key) return 'APPLE_WALLET_KEY is not an RSA key in PEM (PKCS #8).'
  if (!(await belongsTo(key, certificate)))
    return 'APPLE_WALLET_KEY is not the key of APPLE_WALLET_CERTIFICATE.'
  const { subject, issuer } = certificate.tbsCertificate
  if (!isSame(issuer, intermediate.tbsCertificate.subject))
    return 'APPLE_WALLET_WWDR is not the certificate that issued APPLE_WALLET_CERTIFICATE.'
  const passTypeId = attributeOf(subject, userId)
  const teamId = attributeOf(subject, organizationalUnit)
  if (!passTypeId?.startsWith('pass.') || !teamId)
    return 'APPLE_WALLET_CERTIFICATE is not that of a pass type id.'
  return { certificate, intermediate, key, passTypeId, teamId }
}

function textsOf(secrets: AppleSecrets): string[] {
  const { APPLE_WALLET_CERTIFICATE, APPLE_WALLET_KEY, APPLE_WALLET_WWDR } = secrets
  return [APPLE_WALLET_CERTIFICATE, APPLE_WALLET_KEY, APPLE_WALLET_WWDR].map((text = '') => text)
}

function timeError({ certificate, intermediate }: AppleIdentity, now: number): string | undefined {
  for (const [name, { tbsCertificate }] of [
    ['APPLE_WALLET_CERTIFICATE', certificate],
    ['APPLE_WALLET_WWDR', intermediate],
  ] as const) {
    const end = endOf(tbsCertificate)
    if (now > end) return `${name} expired on ${new Date(end).toISOString().slice(0, 10)}.`
    if (now < tbsCertificate.validity.notBefore.getTime().getTime())
      return `${name} is not valid yet.`
  }
}

function endOf({ validity }: Certificate['tbsCertificate']): number {
  return validity.notAfter.getTime().getTime()
}

/** The certificate in the text; undefined unless its encoding is exactly the one that signatures will have. */
function parseCertificate(text: string): Certificate | undefined {
  const der = fromPem(text, 'CERTIFICATE')
  try {
    const certificate = der && AsnConvert.parse(der, Certificate)
    const isExact = certificate && Buffer.from(AsnConvert.serialize(certificate)).equals(der)
    return isExact ? certificate : undefined
  } catch {
    return undefined
  }
}

async function importKey(text: string): Promise<CryptoKey | undefined> {
  const der = fromPem(text, 'PRIVATE KEY')
  if (!der) return undefined
  return crypto.subtle.importKey('pkcs8', der, rsa, false, ['sign']).catch(() => undefined)
}

/** The bytes of the first PEM block of this kind (RFC 7468). In an env file, line breaks may be written as `\n`. */
function fromPem(text: string, kind: string): Buffer<ArrayBuffer> | undefined {
  const lines = text.replaceAll('\\n', '\n')
  const [, body] =
    new RegExp(`-----BEGIN ${kind}-----([^-]+)-----END ${kind}-----`).exec(lines) ?? []
  return body === undefined ? undefined : Buffer.from(body, 'base64')
}

async function belongsTo(key: CryptoKey, { tbsCertificate }: Certificate): Promise<boolean> {
  const spki = AsnConvert.serialize(tbsCertificate.subjectPublicKeyInfo)
  const signature = await crypto.subtle.sign(rsa.name, key, new Uint8Array(1))
  try {
    const publicKey = await crypto.subtle.importKey('spki', spki, rsa, false, ['verify'])
    return await crypto.subtle.verify(rsa.name, publicKey, signature, new Uint8Array(1))
  } catch {
    return false
  }
}

function isSame(one: Name, other: Name): boolean {
  return Buffer.from(AsnConvert.serialize(one)).equals(Buffer.from(AsnConvert.serialize(other)))
}

function attributeOf(name: Name, type: string): string | undefined {
  const attributes = [...name].flatMap((part) => [...part])
  return attributes.find((attribute) => attribute.type === type)?.value.toString()
}
