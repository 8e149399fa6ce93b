/** Recognizes links to profiles on social networks. */
import { parseUrl } from './parse-url.ts'

const hosts: [RegExp, string][] = [
  [/(^|\.)linkedin\.com$|^lnkd\.in$/, 'linkedin'],
  [/^(www\.|mobile\.)?(x|twitter)\.com$/, 'twitter'],
  [/(^|\.)(facebook|fb)\.com$|^fb\.me$/, 'facebook'],
  [/(^|\.)instagram\.com$/, 'instagram'],
  [/(^|\.)youtube\.com$/, 'youtube'],
  [/^wa\.me$|(^|\.)whatsapp\.com$/, 'whatsapp'],
  [/^t\.me$|^telegram\.me$/, 'telegram'],
  [/(^|\.)threads\.(net|com)$/, 'threads'],
  [/(^|\.)tiktok\.com$/, 'tiktok'],
  [/(^|\.)pinterest\.[a-z.]{2,6}$/, 'pinterest'],
  [/(^|\.)snapchat\.com$/, 'snapchat'],
  [/^discord\.(gg|com)$/, 'discord'],
  [/(^|\.)medium\.com$/, 'medium'],
  [/(^|\.)github\.com$/, 'github'],
  [/(^|\.)gitlab\.com$/, 'gitlab'],
  [/(^|\.)behance\.net$/, 'behance'],
  [/(^|\.)dribbble\.com$/, 'dribbble'],
  [/(^|\.)xing\.com$/, 'xing'],
  [/^bsky\.app$/, 'bluesky'],
  [/(^|\.)mastodon\.[a-z]{2,10}$/, 'mastodon'],
  [/(^|\.)vimeo\.com$/, 'vimeo'],
]

/** Returns the key of the network that the link leads to; undefined for other links and for a network's front page. */
export function networkByUrl(link: string): string | undefined {
  const url = parseUrl(/^https?:/i.test(link) ? link : `https://${link}`)
  if (!url || (url.pathname.length < 2 && url.search === '')) return undefined
  const [, network] = hosts.find(([host]) => host.test(url.hostname)) ?? []
  return network
}

/** Whether the host is that of a network, such as `kai.medium.com`. */
export function isNetworkHost(name: string): boolean {
  return hosts.some(([host]) => host.test(name))
}

/** Returns the key of the network with this name, such as `LinkedIn`. */
export function networkByName(name: string): string | undefined {
  const key = name.trim().toLowerCase()
  return aliases.get(key) ?? (networkKeys.has(key) ? key : undefined)
}

const networkKeys = new Set(hosts.map(([, network]) => network))
const aliases = new Map([
  ['x', 'twitter'],
  ['fb', 'facebook'],
  ['ig', 'instagram'],
  ['insta', 'instagram'],
  ['wa', 'whatsapp'],
])
