/** Logos of social networks. */
import type { IconDefinition } from '@fortawesome/free-brands-svg-icons'
import type { ReactElement } from 'react'
import { Icon } from './Icon.tsx'
import { networkLogos, roundPath } from './network-logos.ts'

const logos = new Map<string, IconDefinition>(Object.entries(networkLogos))
const listeners = new Set<() => void>()

/** Adds the logos of `more-network-logos.ts`: in the worker always, in the app once a card has one. */
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

/** Whether the network has an icon of its own; any other is shown with its name. */
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

// The logos use a 512 grid, where a whole unit is a twentieth of a pixel; decimals would add up to
// 700 bytes per page.
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
