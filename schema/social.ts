/** Social networks: keys, labels, and which of them have an icon of their own (spec section 3). */

/** Labels by key; a key that is not here is shown as written, with the generic icon. */
export const networkNames = new Map([
  ['linkedin', 'LinkedIn'],
  ['twitter', 'X'],
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['youtube', 'YouTube'],
  ['whatsapp', 'WhatsApp'],
  ['viber', 'Viber'],
  ['telegram', 'Telegram'],
  ['skype', 'Skype'],
  ['gmail', 'Gmail'],
  ['wechat', 'WeChat'],
  ['threads', 'Threads'],
  ['tiktok', 'TikTok'],
  ['pinterest', 'Pinterest'],
  ['snapchat', 'Snapchat'],
  ['discord', 'Discord'],
  ['medium', 'Medium'],
  ['video', 'Video'],
])

/** The name to show for a network key: its label, or the key with a capital. */
export function networkName(key: string): string {
  return networkNames.get(key) ?? key.charAt(0).toUpperCase() + key.slice(1)
}
