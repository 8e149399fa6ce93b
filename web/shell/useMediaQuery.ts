import { useSyncExternalStore } from 'react'

/** Phone layout below 768 px. */
export const phoneQuery = '(max-width: 767px)'
export const narrowQuery = '(max-width: 1023px)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
