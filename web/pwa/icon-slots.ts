import type { PwaSettings, PwaSlot } from '../../schema/pwa/pwa.ts'
import { t } from '../messages/t.ts'

export const iconSlots = ['icon192', 'icon512', 'iconMaskable'] as const

export const slotTexts: Record<PwaSlot, { label: string; hint: string }> = {
  icon192: { label: t('App Icon'), hint: t('192x192 px. PNG, JPG or SVG, at most 5 MB.') },
  icon512: { label: t('Large Icon'), hint: t('512x512 px. PNG, JPG or SVG, at most 5 MB.') },
  iconMaskable: {
    label: t('Maskable Icon'),
    hint: t('512x512 px. Keep the design inside the inner 80% safe zone, the circle.'),
  },
  splashImage: { label: t('Splash Image'), hint: t('Recommended: 1000x1000 px. At most 5 MB.') },
}

/** The default icons. */
export const defaultIcons = {
  icon192: '/icons/icon-192.png',
  icon512: '/icons/icon-512.png',
  iconMaskable: '/icons/maskable-512.png',
} as const

export function pictureIn(settings: PwaSettings, slot: PwaSlot): string | null {
  return slot === 'splashImage' ? settings.splashImage : settings.icons[slot]
}

export function withPicture(settings: PwaSettings, slot: PwaSlot, url: string | null): PwaSettings {
  return slot === 'splashImage'
    ? { ...settings, splashImage: url }
    : { ...settings, icons: { ...settings.icons, [slot]: url } }
}

/** The icon each kind of device uses, as in the manifest and the page's head. */
export function shownIcons({ icons }: PwaSettings) {
  const { icon192, icon512, iconMaskable } = icons
  const own = icon192 ?? icon512 ?? iconMaskable
  return {
    android: iconMaskable ?? icon512 ?? icon192 ?? defaultIcons.iconMaskable,
    /** Whether Android shows the whole icon: it crops only maskable ones. */
    whole: own !== null && !iconMaskable,
    ios: own ?? defaultIcons.icon192,
    desktop: own ?? defaultIcons.icon192,
    splash: icon512 ?? own ?? defaultIcons.icon512,
  }
}
