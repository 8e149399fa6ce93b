import type { IconName } from '../../card/icons/Icon.tsx'
import type { SharePoint, SharePointKind } from '../../schema/share-points/share-point.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'

export const kindNames: Record<SharePointKind, string> = {
  badge: t('Badge'),
  booth: t('Booth'),
  nfc: t('NFC tag'),
  poster: t('Poster'),
  letter: t('Letter'),
  signature: t('Email signature'),
  link: t('Link'),
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
  if (from && to) return t('From {from} to {to}', { from, to })
  if (from) return t('From {from}', { from })
  return to ? t('Until {to}', { to }) : ''
}

// A day without a time is the same in every time zone.
function dayText(time: string): string {
  const isDay = time.length === 10
  return new Date(time).toLocaleDateString(locale, {
    dateStyle: 'medium',
    ...(isDay && { timeZone: 'UTC' }),
  })
}
