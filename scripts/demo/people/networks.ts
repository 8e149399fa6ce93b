/** Addresses on social networks, all of them made up. */

const addresses = {
  linkedin: (name: string) => `https://www.linkedin.com/in/${name}-demo`,
  twitter: (name: string) => `https://x.com/${name.replaceAll('-', '')}_demo`,
  facebook: (name: string) => `https://www.facebook.com/${name}.demo`,
  instagram: (name: string) => `https://www.instagram.com/${name}.demo`,
  youtube: (name: string) => `https://www.youtube.com/@${name}-demo`,
  whatsapp: () => 'https://wa.me/15550100199',
  viber: () => 'https://viber.me/15550100199',
  telegram: (name: string) => `https://t.me/${name.replaceAll('-', '_')}_demo`,
  skype: (name: string) => `https://join.skype.com/invite/${name}-demo`,
  gmail: (name: string) => `mailto:${name}.demo@gmail.example`,
  wechat: (name: string) => `https://weixin.qq.com/r/${name}-demo`,
  threads: (name: string) => `https://www.threads.net/@${name}.demo`,
  tiktok: (name: string) => `https://www.tiktok.com/@${name}.demo`,
  pinterest: (name: string) => `https://www.pinterest.com/${name}demo/`,
  snapchat: (name: string) => `https://www.snapchat.com/add/${name}-demo`,
  discord: (name: string) => `https://discord.gg/${name}-demo`,
  medium: (name: string) => `https://medium.com/@${name}-demo`,
  video: (name: string) => `https://video.example/${name}`,
  github: (name: string) => `https://github.com/${name}-demo`,
  behance: (name: string) => `https://www.behance.net/${name}-demo`,
  mastodon: (name: string) => `https://social.example/@${name}`,
}

export function networks(name: string, keys: (keyof typeof addresses)[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, addresses[key](name)]))
}
