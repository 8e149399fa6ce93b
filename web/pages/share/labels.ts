import type { IconName } from '../../../card/icons/Icon.tsx'
import type { SharePoint, SharePointKind } from '../../../schema/share-point.ts'

export const kindNames: Record<SharePointKind, string> = {
  badge: 'Badge',
  booth: 'Booth',
  nfc: 'NFC tag',
  poster: 'Poster',
  letter: 'Letter',
  signature: 'Email signature',
  link: 'Link',
}

export const kindIcons: Record<SharePointKind, IconName> = {
  badge: 'user',
  booth: 'pin',
  nfc: 'phone-device',
  poster: 'image',
  letter: 'mail',
  signature: 'edit',
  link: 'link',
}

/** When a share point is in use, such as `From Apr 20, 2026 to Apr 24, 2026`; empty if always. */
export function activeDates({ activeFrom, activeTo }: SharePoint): string {
  const [from, to] = [activeFrom, activeTo].map((time) => time && dayText(time))
  if (from && to) return `From ${from} to ${to}`
  if (from) return `From ${from}`
  return to ? `Until ${to}` : ''
}

// A day without a time is the same in every time zone.
function dayText(time: string): string {
  const isDay = time.length === 10
  return new Date(time).toLocaleDateString(undefined, {
    dateStyle: 'medium',
    ...(isDay && { timeZone: 'UTC' }),
  })
}
