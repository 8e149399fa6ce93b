/** Social networks that have an icon of their own: keys and labels (spec section 3). */

/** Labels by key; other keys are shown with the generic icon. */
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

/** Returns the display name of a network: its label, or the key capitalized. */
export function networkName(key: string): string {
  return networkNames.get(key) ?? key.charAt(0).toUpperCase() + key.slice(1)
}
