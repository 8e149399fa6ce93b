/**
 * The pass of a card for Google Wallet: a generic object (developers.google.com/wallet/reference/rest/v1/genericobject),
 * the link that saves it, and its update.
 */
import { themeColors } from '../../card/themes/theme-colors.ts'
import {
  accessToken,
  forgetAccessToken,
  type GoogleDetails,
  type GoogleIssuer,
  signJwt,
} from './google-issuer.ts'
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
  const { surf } = themeColors(pass.theme)
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
    hexBackgroundColor: surf,
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
