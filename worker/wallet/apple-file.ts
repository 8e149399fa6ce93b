/** The file of a pass for Apple Wallet: a ZIP with pass.json, images, a manifest of their hashes, and its signature. */

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
import { encode } from 'fast-png'
import { type Zippable, zipSync } from 'fflate'
import { themeColors } from '../../card/themes/theme-colors.ts'
import { contrastOf, luminance } from '../../schema/luminance.ts'
import { passKitPath } from '../../schema/wallet/wallet.ts'
import type { Bindings } from '../env.ts'
import { findImage } from '../images/image-store.ts'
import { transformImage } from '../images/sizes.ts'
import { log } from '../platform/log.ts'
import { cachedPwaSettings, touchIcon } from '../pwa/settings.ts'
import { type AppleIdentity, readAppleIdentity } from './apple-identity.ts'
import { deviceToken, type WalletPass } from './wallet-passes.ts'

/** The file; undefined if the operator's certificates are wrong, which is logged. */
export async function applePassFile(
  env: Bindings,
  pass: WalletPass,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const identity = await readAppleIdentity(env)
  if (typeof identity === 'string') {
    log('error', 'apple wallet', { reason: identity })
    return undefined
  }
  const issuer = {
    ...identity,
    organization: env.PRODUCT_NAME,
    token: deviceToken(env, pass.cardId),
  }
  const json = jsonBytes(applePassJson(pass, issuer))
  return packPass({ 'pass.json': json, ...(await passImages(env, pass)) }, identity)
}

async function packPass(
  files: Record<string, Uint8Array<ArrayBuffer>>,
  identity: AppleIdentity,
): Promise<Uint8Array<ArrayBuffer>> {
  const manifest = jsonBytes(
    Object.fromEntries(await Promise.all(Object.entries(files).map(hashed))),
  )
  const signature = await signDetached(manifest, identity)
  const all: Zippable = { ...files, 'manifest.json': manifest, signature }
  // Images are compressed already.
  return new Uint8Array(zipSync(all, { level: 0 }))
}

function jsonBytes(value: object): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(JSON.stringify(value)))
}

// Wallet reads manifests with SHA-1 only; what is signed is the manifest's SHA-256.
async function hashed([name, bytes]: [string, Uint8Array<ArrayBuffer>]): Promise<[string, string]> {
  return [name, Buffer.from(await crypto.subtle.digest('SHA-1', bytes)).toString('hex')]
}

// The least contrast of labels and values with the background (WCAG 2.2, 1.4.3).
const minContrast = 4.5

type AppleIssuer = {
  passTypeId: string
  teamId: string
  /** The name of the product. */
  organization: string
  /** Proves a device's right to the pass. */
  token: string
}

/** The content of pass.json (developer.apple.com/documentation/walletpasses/pass). */
function applePassJson(pass: WalletPass, issuer: AppleIssuer): object {
  const { cardId, isLive, name, title, company, origin, url } = pass
  const { passTypeId, teamId, organization, token } = issuer
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: String(cardId),
    organizationName: organization,
    description: name ? `${name}, ${organization}` : organization,
    // Shown next to the product's own icon.
    ...(isDrawable(pass.images.logo) ? {} : { logoText: organization }),
    ...colorsOf(pass.theme),
    ...(isLive ? { barcodes: [barcodeOf(url)] } : { voided: true }),
    // Each phone gets its own pass: scans of a copy would count as the owner's.
    sharingProhibited: true,
    // Wallet asks for changes only over https.
    ...(origin.startsWith('https:')
      ? { webServiceURL: origin + passKitPath, authenticationToken: token }
      : {}),
    generic: {
      primaryFields: fields({ name: name || organization }),
      secondaryFields: fields({ title }),
      auxiliaryFields: fields({ company }),
      backFields: fields({ link: isLive ? url : null }),
    },
  }
}

function fields(values: Record<string, string | null>): { key: string; value: string }[] {
  return Object.entries(values).flatMap(([key, value]) => (value ? [{ key, value }] : []))
}

function barcodeOf(url: string) {
  return {
    format: 'PKBarcodeFormatQR',
    message: url,
    messageEncoding: 'iso-8859-1',
    altText: url.replace(/^https?:\/\//, ''),
  }
}

function colorsOf(theme: string) {
  const { surface, text, muted } = themeColors(theme)
  const label = contrastOf(muted, surface) < minContrast ? text : muted
  return { backgroundColor: rgb(surface), foregroundColor: rgb(text), labelColor: rgb(label) }
}

function rgb(color: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`
}

// Object identifiers (RFC 5754, RFC 3370). Both algorithms have the parameters NULL.
const sha256 = '2.16.840.1.101.3.4.2.1'
const rsaEncryption = '1.2.840.113549.1.1.1'
const asnNull = new Uint8Array([5, 0]).buffer

class SignedAttributes extends AsnArray<Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(SignedAttributes)

/** Signs the bytes; returns the signature as DER. */
async function signDetached(
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

// In points (developer.apple.com, Wallet Developer Guide, "Pass Design and Creation").
const iconSide = 29
const logoSize = { width: 160, height: 50 }
const thumbnailSide = 90
const scales = [1, 2, 3]

type Bytes = Uint8Array<ArrayBuffer>
type Files = Record<string, Bytes>
type Draw = (scale: number) => Promise<Bytes | undefined>

/** The files by name. Without Images, or for images of other sites, only a plain icon, which every pass must have. */
async function passImages(env: Bindings, pass: WalletPass): Promise<Files> {
  const [icon, logo, photo] = await Promise.all([
    readAppIcon(env),
    readStored(env, pass.images.logo),
    readStored(env, pass.images.photo),
  ])
  const files = await Promise.all([
    inScales('icon', async (scale) => {
      const side = iconSide * scale
      return (await square(env, icon, side)) ?? plainSquare(side, pass.theme)
    }),
    inScales('logo', (scale) =>
      logo
        ? drawLogo(env, pass, { bytes: logo, scale })
        : square(env, icon, logoSize.height * scale),
    ),
    inScales('thumbnail', (scale) => square(env, photo, thumbnailSide * scale)),
  ])
  return Object.assign({}, ...files)
}

async function inScales(name: string, draw: Draw): Promise<Files> {
  const drawn = await Promise.all(scales.map(async (scale) => [scale, await draw(scale)] as const))
  return Object.fromEntries(
    drawn.flatMap(([scale, bytes]) =>
      bytes ? [[`${name}${scale === 1 ? '' : `@${scale}x`}.png`, bytes]] : [],
    ),
  )
}

async function square(env: Bindings, bytes: Bytes | undefined, side: number) {
  if (!bytes) return undefined
  return png(env, bytes, { transform: { width: side, height: side, fit: 'cover' } })
}

/** Draws the logo; as on the card, a logo with too little contrast gets a plate. */
function drawLogo(
  env: Bindings,
  pass: WalletPass,
  { bytes, scale }: { bytes: Bytes; scale: number },
) {
  const { surface, text } = themeColors(pass.theme)
  const isDark = luminance(surface) < 0.5
  const isHidden = pass.logoTone === (isDark ? 'dark' : 'light')
  const size = { width: logoSize.width * scale, height: logoSize.height * scale }
  return png(env, bytes, {
    transform: { ...size, fit: 'contain' },
    ...(isHidden ? { background: text } : {}),
  })
}

async function png(
  env: Bindings,
  bytes: Bytes,
  { transform, background }: { transform: ImageTransform; background?: string },
): Promise<Bytes | undefined> {
  const output = { format: 'image/png' as const, ...(background ? { background } : {}) }
  return transformImage(env, bytes, { transform, output })
}

function plainSquare(side: number, theme: string): Bytes {
  const { accent } = themeColors(theme)
  const color = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
  const data = Uint8Array.from({ length: side * side * 3 }, (_, at) => color[at % 3] ?? 0)
  return new Uint8Array(encode({ width: side, height: side, data, channels: 3, depth: 8 }))
}

/** Whether an image can be in a pass: Cloudflare Images cannot read SVG, and images of other sites are not read. */
function isDrawable(path: string | undefined): boolean {
  return nameOf(path) !== undefined
}

function nameOf(path = ''): string | undefined {
  return /^\/images\/([\w-]+\.(?:png|jpg|webp|gif))$/.exec(path)?.[1]
}

async function readStored(env: Bindings, path: string | undefined): Promise<Bytes | undefined> {
  const name = nameOf(path)
  const image = name ? await findImage(env.MEDIA, name).catch(() => undefined) : undefined
  return image && image.extension !== 'svg' ? new Uint8Array(image.body) : undefined
}

async function readAppIcon(env: Bindings): Promise<Bytes | undefined> {
  const path = touchIcon(await cachedPwaSettings(env))
  if (path.startsWith('/images/')) return readStored(env, path)
  const file = await env.ASSETS.fetch(new URL(path, 'https://assets.internal')).catch(
    () => undefined,
  )
  const isPng = file?.ok && file.headers.get('Content-Type') === 'image/png'
  return isPng ? new Uint8Array(await file.arrayBuffer()) : undefined
}
