import { networkName } from '../../../../schema/cards/social.ts'

/** The networks that the editors list. */
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

// Without Skype, a service that has closed; cards that have a link still list it.
const moreNetworks = ['viber', 'gmail', 'other']

/** Returns the other networks to list: the predefined ones and any others on the card. */
export function additionalNetworks(
  socialLinks: Record<string, string>,
  variant: 'quick' | 'advanced',
): string[] {
  const offered = variant === 'quick' ? quickNetworks : [...quickNetworks, ...moreNetworks]
  const own = Object.keys(socialLinks).filter((key) => !mainNetworks.includes(key))
  return [...new Set([...offered, ...own])]
}

/** Returns a network's name in the editors, which say Twitter where cards say X. */
export function networkTitle(key: string): string {
  return key === 'twitter' ? 'Twitter' : networkName(key)
}

/** Returns the key of a platform: its name in lower case without white space. */
export function networkKey(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '')
}
