/**
 * Certificates and keys for wallet passes, made for each run: a stand-in for Apple's intermediate certificate, and one of
 * a pass type id that it issued. Runs in Node and in workerd; only tests import this.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import { dayMs } from '../platform/time.ts'

export const passTypeId = 'pass.test.cards'
export const teamId = 'TEAM123456'

// Object identifiers of attribute types (RFC 4519) and of SHA-256 with RSA (RFC 4055).
const attributeTypes = { UID: '0.9.2342.19200300.100.1.1', CN: '2.5.4.3', OU: '2.5.4.11' }
const sha256WithRsa = new AlgorithmIdentifier({
  algorithm: '1.2.840.113549.1.1.11',
  parameters: new Uint8Array([5, 0]).buffer,
})

type Subject = Partial<Record<keyof typeof attributeTypes, string>>
type Keys = { publicKey: KeyObject; privateKey: KeyObject }
type Party = { name: Name; keys: Keys }

const intermediateSubject = { CN: 'Worldwide Developer Relations of tests', OU: 'G0' }
const passSubject = { UID: passTypeId, CN: `Pass Type ID: ${passTypeId}`, OU: teamId }

export type AppleOptions = { subject?: Subject; days?: [from: number, until: number] }

/** The three secrets of Apple Wallet; `days` are the validity of the pass certificate, from now. */
export function makeAppleSecrets({ subject = passSubject, days = [-1, 365] }: AppleOptions = {}) {
  const issuer = makeParty(intermediateSubject)
  const holder = makeParty(subject)
  return {
    APPLE_WALLET_CERTIFICATE: issue(holder, issuer, { days, isCa: false }),
    APPLE_WALLET_KEY: pemOf(holder.keys),
    APPLE_WALLET_WWDR: issue(issuer, issuer, { days: [-1, 3650], isCa: true }),
  }
}

/** The two secrets of Google Wallet. */
export function makeGoogleSecrets() {
  const account = {
    type: 'service_account',
    client_email: 'wallet@cards-test.iam.gserviceaccount.com',
    private_key_id: 'key-1',
    private_key: pemOf(makeKeys()),
  }
  return {
    GOOGLE_WALLET_KEY: JSON.stringify(account),
    GOOGLE_WALLET_ISSUER: '3388000000012345678',
  }
}

function makeKeys(): Keys {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function pemOf({ privateKey }: Keys): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function makeParty(subject: Subject): Party {
  const keys = makeKeys()
  const parts = Object.entries(attributeTypes).flatMap(([key, type]) => {
    const text = new Map(Object.entries(subject)).get(key)
    const value = new AttributeValue({ utf8String: text ?? '' })
    return text ? [new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value })])] : []
  })
  return { name: new Name(parts), keys }
}

/** A certificate in PEM. */
function issue(
  { name: subject, keys }: Party,
  issuer: Party,
  { days: [from, until], isCa }: { days: [number, number]; isCa: boolean },
): string {
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' })
  const constraints = AsnConvert.serialize(new BasicConstraints({ cA: isCa }))
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: new Uint8Array([1, ...crypto.getRandomValues(new Uint8Array(8))]).buffer,
    signature: sha256WithRsa,
    issuer: issuer.name,
    validity: new Validity({
      notBefore: new Date(Date.now() + from * dayMs),
      notAfter: new Date(Date.now() + until * dayMs),
    }),
    subject,
    subjectPublicKeyInfo: AsnConvert.parse(spki, SubjectPublicKeyInfo),
    extensions: new Extensions([
      new Extension({
        extnID: id_ce_basicConstraints,
        critical: true,
        extnValue: new OctetString(constraints),
      }),
    ]),
  })
  const signed = new Uint8Array(AsnConvert.serialize(tbsCertificate))
  const signatureValue = new Uint8Array(sign('sha256', signed, issuer.keys.privateKey)).buffer
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: sha256WithRsa,
    signatureValue,
  })
  const lines = Buffer.from(AsnConvert.serialize(certificate))
    .toString('base64')
    .match(/.{1,64}/g)
  return ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----', ''].join(
    '\n',
  )
}
