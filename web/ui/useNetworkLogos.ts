import { useEffect, useSyncExternalStore } from 'react'
import {
  addNetworkLogos,
  countNetworkLogos,
  hasNetworkIcon,
  onNetworkLogos,
} from '../../card/icons/NetworkIcon.tsx'

/**
 * Loads the logos of further networks if the links need one; returns a number that changes when
 * they are there.
 */
export function useNetworkLogos(socialLinks: Record<string, string>): number {
  const count = useSyncExternalStore(onNetworkLogos, countNetworkLogos)
  const missing = Object.keys(socialLinks).some((network) => !hasNetworkIcon(network))
  useEffect(() => {
    // Without them the name of the network is shown.
    if (missing) void load().catch(() => {})
  }, [missing])
  return count
}

const load = async () =>
  addNetworkLogos((await import('../../card/icons/more-network-logos.ts')).moreNetworkLogos)
