/** Detached signatures of passes: CMS SignedData (RFC 5652) with signing time and both certificates, as Wallet expects. */
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_contentType,
  id_data,
  id_messageDigest,
  id_signedData,
  id_signingTime,
  MessageDigest,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
  SigningTime,
} from '@peculiar/asn1-cms'
import {
  AsnArray,
  AsnConvert,
  AsnObjectIdentifierConverter,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema'
import type { AppleIdentity } from './apple-identity.ts'

// Object identifiers (RFC 5754, RFC 3370). Both algorithms have the parameters NULL.
const sha256 = '2.16.840.1.101.3.4.2.1'
const rsaEncryption = '1.2.840.113549.1.1.1'
const asnNull = new Uint8Array([5, 0]).buffer

class SignedAttributes extends AsnArray<Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(SignedAttributes)

/** Signs the bytes; returns the signature as DER. */
export async function signDetached(
  bytes: Uint8Array<ArrayBuffer>,
  { certificate, intermediate, key }: AppleIdentity,
  at = new Date(),
): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  const attributes = sorted([
    attribute(id_contentType, AsnObjectIdentifierConverter.toASN(id_data).toBER()),
    attribute(id_signingTime, AsnConvert.serialize(new SigningTime(at))),
    attribute(id_messageDigest, AsnConvert.serialize(new MessageDigest(digest))),
  ])
  const signed = AsnConvert.serialize(new SignedAttributes(attributes))
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, signed)
  const { issuer, serialNumber } = certificate.tbsCertificate
  const digestAlgorithm = new DigestAlgorithmIdentifier({ algorithm: sha256, parameters: asnNull })
  const signer = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }),
    }),
    digestAlgorithm,
    signedAttrs: attributes,
    signatureAlgorithm: new SignatureAlgorithmIdentifier({
      algorithm: rsaEncryption,
      parameters: asnNull,
    }),
    signature: new OctetString(signature),
  })
  const certificates = [certificate, intermediate].map(
    (each) => new CertificateChoices({ certificate: each }),
  )
  const content = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(certificates),
    signerInfos: new SignerInfos([signer]),
  })
  const info = new ContentInfo({
    contentType: id_signedData,
    content: AsnConvert.serialize(content),
  })
  return new Uint8Array(AsnConvert.serialize(info))
}

function attribute(attrType: string, value: ArrayBuffer): Attribute {
  return new Attribute({ attrType, attrValues: [value] })
}

/** DER orders the members of a set by their encoding; the signature covers them in this order. */
function sorted(attributes: Attribute[]): Attribute[] {
  const encoded = (one: Attribute) => Buffer.from(AsnConvert.serialize(one))
  return attributes.toSorted((a, b) => encoded(a).compare(encoded(b)))
}
