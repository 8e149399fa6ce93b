import type { ReactElement } from 'react'
import { Icon } from './Icon.tsx'
import { networkMarks } from './network-marks.ts'
import { roundPath } from './round-path.ts'

type Mark = keyof typeof networkMarks

/** The logo of a social network; a link icon for an unknown network. */
export function NetworkIcon({ network, size = 20 }: { network: string; size?: number }) {
  if (network === 'gmail' || network === 'video') return <Icon name={network} size={size} />
  if (!isMark(network)) return <Icon name="link" size={size} />
  drawings[network] ??= []
  drawings[network][size] ??= renderMark(network, size)
  return drawings[network][size]
}

// Cached elements, as in `Icon`.
const drawings: Partial<Record<Mark, ReactElement[]>> = {}

// The logos use a 512 grid, where a whole unit is a twentieth of a pixel; decimals would add up to
// 700 bytes per page.
function renderMark(network: Mark, size: number): ReactElement {
  const [width, height, , , path] = networkMarks[network].icon
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

function isMark(network: string): network is Mark {
  return Object.hasOwn(networkMarks, network)
}
