/** Logos of social networks (Font Awesome Free, CC BY 4.0). */
import {
  faDiscord,
  faFacebookF,
  faInstagram,
  faLinkedinIn,
  faMedium,
  faPinterestP,
  faSkype,
  faSnapchat,
  faTelegram,
  faThreads,
  faTiktok,
  faViber,
  faWeixin,
  faWhatsapp,
  faXTwitter,
  faYoutube,
  type IconDefinition,
} from '@fortawesome/free-brands-svg-icons'
import type { ReactElement } from 'react'
import { Icon } from './Icon.tsx'

/** Logos by the key of their network. `more-network-logos.ts` has further ones. */
export const networkLogos = {
  linkedin: faLinkedinIn,
  twitter: faXTwitter,
  facebook: faFacebookF,
  instagram: faInstagram,
  youtube: faYoutube,
  whatsapp: faWhatsapp,
  viber: faViber,
  telegram: faTelegram,
  skype: faSkype,
  wechat: faWeixin,
  threads: faThreads,
  tiktok: faTiktok,
  pinterest: faPinterestP,
  snapchat: faSnapchat,
  discord: faDiscord,
  // Medium's icon since 2024: the letters run off the edge of the tile.
  medium: faMedium,
}

const logos = new Map<string, IconDefinition>(Object.entries(networkLogos))
const listeners = new Set<() => void>()

/** Adds the logos of `more-network-logos.ts`: the worker always does, the app when a card needs one. */
export function addNetworkLogos(more: Record<string, IconDefinition>): void {
  for (const [network, mark] of Object.entries(more)) logos.set(network, mark)
  for (const listener of listeners) listener()
}

/** Subscribes to added logos, for `useSyncExternalStore`. */
export function onNetworkLogos(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function countNetworkLogos(): number {
  return logos.size
}

/** Whether the network has its own icon. Other networks are shown with their name. */
export function hasNetworkIcon(network: string): boolean {
  return network === 'gmail' || network === 'video' || logos.has(network)
}

/** The logo of a social network; a link icon for an unknown network. */
export function NetworkIcon({ network, size = 20 }: { network: string; size?: number }) {
  if (network === 'gmail' || network === 'video') return <Icon name={network} size={size} />
  const mark = logos.get(network)
  if (!mark) return <Icon name="link" size={size} />
  const sizes = elements.get(network) ?? []
  elements.set(network, sizes)
  sizes[size] ??= renderLogo(mark, size)
  return sizes[size]
}

// Cached elements, as in `Icon`.
const elements = new Map<string, ReactElement[]>()

// On the 512-unit grid of these logos, a unit is a twentieth of a pixel. Decimals would cost up to 700 bytes per page.
function renderLogo({ icon }: IconDefinition, size: number): ReactElement {
  const [width, height, , , path] = icon
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${width} ${height}`}
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={roundPath(String(path))} />
    </svg>
  )
}

/** Returns the SVG path with every number rounded to an integer. */
function roundPath(path: string): string {
  return path.replace(/-?(?:(?<!\d)\d+)?\.\d+/g, (number) => {
    const near = Math.round(Number(number))
    return near < 0 ? `${near}` : ` ${Math.abs(near)}`
  })
}
