/** Which URLs are safe as a link or an image. Checked when a card is saved, and again when it is rendered. */
import * as z from 'zod/mini'
import { optionalText, trimInvisible, withoutMarks } from './text.ts'

const linkSchemes = new Set(['https:', 'http:', 'mailto:', 'tel:', 'sms:'])
const imageSchemes = new Set(['https:'])
const forbidden = /[\u0000-\u0020\u007f]/
const space = /\p{Zs}/gu
const ownImage = /^\/images\/[0-9a-f]{64}-\d{1,5}\.(?:jpg|png|gif|webp|svg)$/

/**
 * Returns the URL if it is safe to link, with `https://` added if it has no scheme, and spaces in its path encoded; undefined
 * otherwise.
 */
export function safeLink(text: string | null | undefined): string | undefined {
  const link = cleanLink(text ?? '')
  if (link === '' || forbidden.test(link)) return undefined
  return allowed(link, linkSchemes) ?? (hasScheme(link) ? undefined : withHttps(link))
}

/** Returns the URL if it is safe as an image source: https, or an uploaded `/images/…`; undefined otherwise. */
export function safeImage(text: string | null | undefined): string | undefined {
  const link = cleanLink(text ?? '')
  if (ownImage.test(link)) return link
  return forbidden.test(link) ? undefined : allowed(link, imageSchemes)
}

/** Removes what typing and copying add to a link: invisible characters, a second `https://`, and spaces. */
function cleanLink(text: string): string {
  if (!unusual.test(text)) return text
  const link = withoutMarks(trimInvisible(text))
    .replace(/^(https?:\/\/|mailto:|tel:|sms:)\p{Zs}+/iu, '$1')
    .replace(/^(?:https?:\/\/)+(?=https?:\/\/)/i, '')
  const [, scheme, address = '', query = ''] =
    /^(mailto:|tel:|sms:)([^?]*)(\?.*)?$/is.exec(link) ?? []
  if (scheme) {
    const plain = /mailto/i.test(scheme) ? recipients(address) : dialed(address)
    return scheme + plain + query.replace(space, '%20')
  }
  const [, site, path = ''] = /^((?:https?:\/\/)?[^\s/?#]+)([/?#].*)$/is.exec(link) ?? []
  // A second link, or a sentence around this one.
  return site && !/\s\S*:\/\//.test(path) ? site + path.replace(space, '%20') : link
}

// Few links match, and a page checks all its links, so others skip the patterns.
const unusual = /[^!-~]|^https?:\/\/https?:|^mailto:[^?]*</i

/** Returns the addresses without the names before them, as in `Ada King <ada@north.example>`. */
function recipients(text: string): string {
  // The lookbehind lets a match start only at an address; without it, the pattern takes quadratic time.
  return text.replace(/(?<![^,])(?:"[^"]*"|[^",<])*<([^<>]*)>/g, '$1').replace(space, '')
}

/** Returns the number with its extension as in RFC 3966. Removes the (0) after a country code, which only Italy dials. */
function dialed(number: string): string {
  return number
    .replace(space, '')
    .replace(/(?:ext\.?|x)(\d{1,8})$/i, ';ext=$1')
    .replace(/^(\+\d+)\(0\)/, (_, code) => (code === '+39' ? '+390' : code))
}

function allowed(text: string, schemes: Set<string>): string | undefined {
  const found = plainWeb.exec(text)?.[1]
  const ok = found ? schemes.has(found.toLowerCase()) : isAllowed(text, schemes)
  return ok ? text : undefined
}

// Matches most URLs, but none that a parser rejects or reads differently: no user info, and a host that ends in letters. It
// saves `URL.canParse`, which in workerd costs more than everything else here, and parsing, which costs ten times that.
const plainWeb = /^(https?:)\/\/(?:(?!xn--)[a-z0-9_-]+\.)+[a-z]{2,}(?::\d{1,4})?(?:[/?#]|$)/i

function isAllowed(text: string, schemes: Set<string>): boolean {
  // A constructor that throws costs ten times as much again.
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (!schemes.has(url.protocol) || url.username || url.password) return false
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb) return url.pathname + url.search !== ''
  return webStart.test(text) && host.test(url.hostname) && !scheme.test(url.hostname)
}

// Without the slashes, a page resolves the rest as a relative path. A handle such as `@ada.example` is not a host.
const webStart = /^https?:\/\/(?!@)/i
// Hosts are part of the page's CSP, where other characters would end one directive and start the next.
const host = /^[a-z0-9._-]+$/
// The host of a link whose scheme was typed twice.
const scheme = /^https?$/

function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
}

function withHttps(text: string): string | undefined {
  return /^[^/?#\s]*[^/?#\s.]\.[^/?#\s]/.test(text)
    ? allowed(`https://${text}`, linkSchemes)
    : undefined
}

const invalidLinkMessage = 'Enter a link that starts with https://'
const spacesMessage = 'Remove the spaces from the link'
const siteMessage = 'Check what follows https:// in the link'

/** Returns what is wrong with a link that is not safe, as a sentence. */
export function linkMessage(text: string): string {
  const link = trimInvisible(text)
  if (!/^https?:/i.test(link)) return invalidLinkMessage
  return /\s/.test(link) ? spacesMessage : siteMessage
}

/** A link that `safeLink` accepts, stored as typed. */
export const Link = linkOr(invalidLinkMessage)

/** Returns the same contract with another message for a missing link. */
export function linkOr(missing: string) {
  return z.string(missing).check(
    z.overwrite(trimInvisible),
    z.minLength(1, missing),
    z.maxLength(2000, invalidLinkMessage),
    z.refine((text) => safeLink(text) !== undefined, { error: messageFor }),
  )
}

function messageFor({ input }: { input?: unknown }): string {
  return linkMessage(String(input))
}

/** A website, with or without a scheme; refused if its scheme is not allowed for links. */
export const Website = z
  .pipe(
    optionalText(2000, 'Website must be at most 2,000 characters'),
    z.transform((text) => (text && trimInvisible(text)) || null),
  )
  .check(
    z.refine(
      (text) => !text || safeLink(text) || !hasScheme(text.replace(/[\u0000-\u0020]/g, '')),
      { error: messageFor },
    ),
  )

/** An image URL that `safeImage` accepts. */
export const ImageAddress = z.string().check(
  z.overwrite(trimInvisible),
  z.maxLength(2000, invalidLinkMessage),
  z.refine((text) => safeImage(text) !== undefined, invalidLinkMessage),
)
