import { internationalDigits } from '../../card/contact/phone.ts'
import { mailHref } from '../../card/links.ts'
import { safeLink } from '../../schema/link.ts'
import { t } from '../messages/t.ts'

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
])

/** URLs by phone number, for networks that use one. */
const urlsByPhone = new Map<string, (digits: string) => string>([
  ['whatsapp', (digits) => `https://wa.me/${digits}`],
  ['telegram', (digits) => `https://t.me/+${digits}`],
])

/** Returns the URL for typed or pasted input (a URL, handle or phone number); undefined if it is none of these. */
export function parseSocialUrl(network: string, input: string): string | undefined {
  const text = extractUrl(input)
  const digits = internationalDigits(text)
  const phoneUrl = urlsByPhone.get(network)
  if (phoneUrl && digits) return phoneUrl(digits)
  if (network === 'gmail' && !/[/:]/.test(text))
    return mailHref(text.includes('@') ? text : `${text}@gmail.com`)
  const profile = urlsByHandle.get(network)
  const [, handle] = /^@?([\p{L}\p{N}._-]{1,64})$/u.exec(text) ?? []
  if (profile && handle && !isHost(handle, profile)) return profile(encodeURIComponent(handle))
  return safeLink(text)
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

// Share functions of apps often copy a sentence that contains the URL.
function extractUrl(typed: string): string {
  const text = typed.trim()
  return /\s/.test(text) ? (/https?:\/\/\S+/i.exec(text)?.[0] ?? text) : text
}

function isHost(text: string, profile: (handle: string) => string): boolean {
  const host = new URL(profile('a')).hostname.replace(/^www\./, '')
  return text.toLowerCase().replace(/^www\./, '') === host
}
