import { networkName } from '../../../../schema/social.ts'

/** The networks that the editors offer by name (spec sections 2 and 3). */
export const mainNetworks = ['linkedin', 'twitter', 'facebook', 'instagram']

const quickNetworks = [
  'youtube',
  'threads',
  'tiktok',
  'wechat',
  'whatsapp',
  'pinterest',
  'snapchat',
  'telegram',
  'discord',
  'medium',
]

const moreNetworks = ['viber', 'skype', 'gmail', 'other']

/** Every other network to show: those offered, and whatever the card has besides. */
export function additionalNetworks(
  socialLinks: Record<string, string>,
  variant: 'quick' | 'advanced',
): string[] {
  const offered = variant === 'quick' ? quickNetworks : [...quickNetworks, ...moreNetworks]
  const own = Object.keys(socialLinks).filter((key) => !mainNetworks.includes(key))
  return [...new Set([...offered, ...own])]
}

/** What the editors call a network. Visitors read X; its owner looks for Twitter. */
export function networkTitle(key: string): string {
  return key === 'twitter' ? 'Twitter' : networkName(key)
}

/** The key of a platform by its name: lower case, without white space. */
export function networkKey(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '')
}
