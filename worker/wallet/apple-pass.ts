/** The pass of a card for Apple Wallet: pass.json, in the generic style. */
import { themeColors } from '../../card/themes/theme-colors.ts'
import { contrastOf } from '../../schema/luminance.ts'
import { passKitPath } from '../../schema/wallet/wallet.ts'
import { isDrawable } from './pass-images.ts'
import type { WalletPass } from './wallet-passes.ts'

// Of labels and values on the background (WCAG 2.2, 1.4.3).
const minContrast = 4.5

export type AppleIssuer = {
  passTypeId: string
  teamId: string
  /** The name of the product. */
  organization: string
  /** Proves a device's right to the pass. */
  token: string
}

/** The content of pass.json (developer.apple.com/documentation/walletpasses/pass). */
export function applePassJson(pass: WalletPass, issuer: AppleIssuer): object {
  const { cardId, isLive, name, title, company, origin, url } = pass
  const { passTypeId, teamId, organization, token } = issuer
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: String(cardId),
    organizationName: organization,
    description: name ? `${name}, ${organization}` : organization,
    // Beside the product's own icon.
    ...(isDrawable(pass.images.logo) ? {} : { logoText: organization }),
    ...colorsOf(pass.theme),
    ...(isLive ? { barcodes: [barcodeOf(url)] } : { voided: true }),
    // Each phone has its own: scans of a copy would count as those of the owner.
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
  const { surf, text, muted } = themeColors(theme)
  const label = contrastOf(muted, surf) < minContrast ? text : muted
  return { backgroundColor: rgb(surf), foregroundColor: rgb(text), labelColor: rgb(label) }
}

function rgb(color: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`
}
