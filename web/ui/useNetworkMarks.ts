import { useEffect, useSyncExternalStore } from 'react'
import {
  addNetworkMarks,
  countNetworkMarks,
  hasNetworkIcon,
  onNetworkMarks,
} from '../../card/icons/NetworkIcon.tsx'

/**
 * Loads the logos of further networks if the links need one; returns a number that changes when
 * they are there.
 */
export function useNetworkMarks(socialLinks: Record<string, string>): number {
  const count = useSyncExternalStore(onNetworkMarks, countNetworkMarks)
  const missing = Object.keys(socialLinks).some((network) => !hasNetworkIcon(network))
  useEffect(() => {
    // Without them the name of the network is shown.
    if (missing) void load().catch(() => {})
  }, [missing])
  return count
}

const load = async () =>
  addNetworkMarks((await import('../../card/icons/more-network-marks.ts')).moreNetworkMarks)
