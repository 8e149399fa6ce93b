import type { IconDefinition } from '@fortawesome/free-brands-svg-icons'
import type { ReactElement } from 'react'
import { Icon } from './Icon.tsx'
import { networkMarks } from './network-marks.ts'
import { roundPath } from './round-path.ts'

const marks = new Map<string, IconDefinition>(Object.entries(networkMarks))
const listeners = new Set<() => void>()

/** Adds the logos of `more-network-marks.ts`: in the worker always, in the app once a card has one. */
export function addNetworkMarks(more: Record<string, IconDefinition>): void {
  for (const [network, mark] of Object.entries(more)) marks.set(network, mark)
  for (const listener of listeners) listener()
}

/** Subscribes to added logos, for `useSyncExternalStore`. */
export function onNetworkMarks(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function countNetworkMarks(): number {
  return marks.size
}

/** Whether the network has an icon of its own; any other is shown with its name. */
export function hasNetworkIcon(network: string): boolean {
  return network === 'gmail' || network === 'video' || marks.has(network)
}

/** The logo of a social network; a link icon for an unknown network. */
export function NetworkIcon({ network, size = 20 }: { network: string; size?: number }) {
  if (network === 'gmail' || network === 'video') return <Icon name={network} size={size} />
  const mark = marks.get(network)
  if (!mark) return <Icon name="link" size={size} />
  const sizes = drawings.get(network) ?? []
  drawings.set(network, sizes)
  sizes[size] ??= renderMark(mark, size)
  return sizes[size]
}

// Cached elements, as in `Icon`.
const drawings = new Map<string, ReactElement[]>()

// The logos use a 512 grid, where a whole unit is a twentieth of a pixel; decimals would add up to
// 700 bytes per page.
function renderMark({ icon }: IconDefinition, size: number): ReactElement {
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
