import { internationalDigits } from '../../card/contact/phone.ts'
import { mailHref } from '../../card/links.ts'
import { safeLink } from '../../schema/link.ts'
import { trimInvisible } from '../../schema/text.ts'
import { t } from '../messages/t.ts'

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

const networkKeys = new Set(hosts.map(([, network]) => network))
const aliases = new Map([
  ['x', 'twitter'],
  ['fb', 'facebook'],
  ['ig', 'instagram'],
  ['insta', 'instagram'],
  ['wa', 'whatsapp'],
])

/** Profile URLs by handle. */
const urlsByHandle = new Map<string, (handle: string) => string>([
  ['linkedin', (handle) => `https://www.linkedin.com/in/${handle}`],
  ['twitter', (handle) => `https://x.com/${handle}`],
  ['facebook', (handle) => `https://www.facebook.com/${handle}`],
  ['instagram', (handle) => `https://www.instagram.com/${handle}`],
  ['youtube', (handle) => `https://www.youtube.com/@${handle}`],
  ['threads', (handle) => `https://www.threads.com/@${handle}`],
  ['tiktok', (handle) => `https://www.tiktok.com/@${handle}`],
  ['pinterest', (handle) => `https://www.pinterest.com/${handle}`],
  ['snapchat', (handle) => `https://www.snapchat.com/add/${handle}`],
  ['telegram', (handle) => `https://t.me/${handle}`],
  ['discord', (handle) => `https://discord.gg/${handle}`],
  ['medium', (handle) => `https://medium.com/@${handle}`],
  ['bluesky', (handle) => `https://bsky.app/profile/${blueskyHandle(handle)}`],
])

/** Handles are host names, most of them under `bsky.social`. */
function blueskyHandle(handle: string): string {
  return handle.includes('.') ? handle : `${handle}.bsky.social`
}

/** Profile URLs by phone number. */
const urlsByPhone = new Map<string, (digits: string) => string>([
  ['whatsapp', (digits) => `https://wa.me/${digits}`],
  ['telegram', (digits) => `https://t.me/+${digits}`],
])

/** Returns the URL for typed or pasted input (a URL, handle or phone number); undefined if it is none of these. */
export function parseSocialUrl(network: string, input: string): string | undefined {
  const typed = trimInvisible(input)
  const [, start = '', number, rest = ''] = phoneLink.exec(typed) ?? []
  if (number && /\D|^0/.test(number + rest)) return withPlainNumber(start, number, rest)
  const text = extractUrl(typed)
  const digits = internationalDigits(text)
  const phoneUrl = urlsByPhone.get(network)
  if (phoneUrl && digits) return phoneUrl(digits)
  if (network === 'gmail' && !/[/:]/.test(text))
    return mailHref(text.includes('@') ? text : `${text}@gmail.com`)
  // Not with a space: it may be part of a name, and the first word alone somebody else's profile.
  return /\s/.test(text) ? undefined : (profileUrl(network, text) ?? safeLink(text))
}

function profileUrl(network: string, text: string): string | undefined {
  const profile = urlsByHandle.get(network)
  const [, handle] = /^@?([\p{L}\p{N}._-]{1,64})$/u.exec(text) ?? []
  if (network === 'youtube' && /^UC[\w-]{22}$/.test(text))
    return `https://www.youtube.com/channel/${text}`
  if (network === 'facebook' && /^profile\.php\?(?:\S*&)?id=\d/.test(text))
    return safeLink(`https://www.facebook.com/${text}`)
  const [, user, server] = /^@?([\w.-]{1,64})@([a-z\d.-]+\.[a-z]{2,})$/i.exec(text) ?? []
  if (network === 'mastodon' && user) return safeLink(`https://${server}/@${user}`)
  return profile && handle && !isHost(text) ? profile(encodeURIComponent(handle)) : undefined
}

/** Returns an example URL of the network. */
export function exampleSocialUrl(network: string): string {
  return (
    urlsByPhone.get(network)?.('447700900123') ??
    urlsByHandle.get(network)?.('ada') ??
    'https://example.com/ada'
  )
}

/** Returns the input hint of a network. */
export function inputHint(network: string): string {
  if (network === 'whatsapp') return t('Your phone number with the country code, or a link.')
  if (network === 'gmail') return t('Your email address.')
  if (network === 'discord') return t('An invite code or link.')
  if (urlsByHandle.get(network)) return t('Your handle or a link to your profile.')
  return t('A link to your profile.')
}

/** Returns the URL in a sentence, as apps copy it when sharing, if it is certain where the URL ends. */
function extractUrl(text: string): string {
  const [url] = /https?:\/\/\S+/i.exec(text) ?? []
  if (!url || url === text) return text
  const [after = ''] = text.slice(text.indexOf(url) + url.length).split(/[\r\n]/)
  if (after.trim() === '') return withoutPunctuation(url)
  const isFollowedByMore = /[\p{L}\p{N}]/u.test(after) && !/^\s*https?:/i.test(after)
  const isFinished = /[/,;.!)>"'»…]$/.test(url) || (/[?#]/.test(url) && !/^\s*\p{Nd}/u.test(after))
  return isFollowedByMore && !isFinished ? text : withoutPunctuation(url)
}

function withoutPunctuation(url: string): string {
  return url.replace(/[,;.!)>"'»…]{1,9}$/, '')
}

// A link to a chat, with the number in any notation.
const phoneLink =
  /^((?:https?:\/\/)?(?:(?:www|api|web|chat)\.)?(?:wa\.me\/|whatsapp\.com\/send\/?\?(?:[^\s#]*&)?phone=|t\.me\/(?=\+)))(\+?\p{Nd}[\p{Nd}\s().\u2010-\u2015-]*)((?:[?&#/].*)?)$/isu

function withPlainNumber(start: string, number: string, rest: string): string | undefined {
  const digits = internationalDigits(number)
  const plus = /t\.me\/$/i.test(start) ? '+' : ''
  return digits && safeLink(start + plus + digits + rest)
}

function isHost(text: string): boolean {
  return /^www\./i.test(text) || isNetworkHost(text.toLowerCase())
}

/** Returns the parsed URL; undefined if it is not valid. `URL.parse` is too new: see `docs/browsers.md`. */
export function parseUrl(text: string, base?: string): URL | undefined {
  // A constructor that throws takes ten times as long as this check.
  return URL.canParse(text, base) ? new URL(text, base) : undefined
}

/** Returns the key of the network that a link leads to; undefined for a network's front page and other sites. */
export function networkByUrl(link: string): string | undefined {
  const url = parseUrl(/^https?:/i.test(link) ? link : `https://${link}`)
  if (!url || (url.pathname.length < 2 && url.search === '')) return undefined
  const [, network] = hosts.find(([host]) => host.test(url.hostname)) ?? []
  return network
}

/** Whether the host belongs to a network, such as `kai.medium.com`. */
function isNetworkHost(name: string): boolean {
  return hosts.some(([host]) => host.test(name))
}

/** Returns the key of the network with this name, such as `LinkedIn`. */
export function networkByName(name: string): string | undefined {
  const key = name.trim().toLowerCase()
  return aliases.get(key) ?? (networkKeys.has(key) ? key : undefined)
}
