/** URL allow-lists for links, images and videos, applied at save and at render. */
import * as z from 'zod/mini'
import { optionalText } from './text.ts'

const linkSchemes = new Set(['https:', 'http:', 'mailto:', 'tel:', 'sms:'])
const imageSchemes = new Set(['https:'])
const forbidden = /[\u0000-\u0020\u007f]/
const ownImage = /^\/images\/[0-9a-f]{64}-\d{1,5}\.(?:jpg|png|gif|webp|svg)$/

/** Returns the URL if it is safe to link, with `https://` added if it has no scheme; else undefined. */
export function safeLink(text: string | null | undefined): string | undefined {
  const trimmed = (text ?? '').trim()
  if (trimmed === '' || forbidden.test(trimmed)) return undefined
  return allowed(trimmed, linkSchemes) ?? (hasScheme(trimmed) ? undefined : withHttps(trimmed))
}

/** Returns the URL if it is safe as an image source: https, or one of our own `/images/…`. */
export function safeImage(text: string | null | undefined): string | undefined {
  const trimmed = (text ?? '').trim()
  if (ownImage.test(trimmed)) return trimmed
  return forbidden.test(trimmed) ? undefined : allowed(trimmed, imageSchemes)
}

function allowed(text: string, schemes: Set<string>): string | undefined {
  const scheme = plainWeb.exec(text)?.[1]
  const ok = scheme ? schemes.has(scheme.toLowerCase()) : isAllowed(text, schemes)
  return ok ? text : undefined
}

// Matches most URLs, and none that a parser rejects or reads differently: no user info, and a host ending in letters.
// In workerd, `URL.canParse` costs more than everything else here, and parsing ten times that.
const plainWeb = /^(https?:)\/\/(?:(?!xn--)[a-z0-9_-]+\.)+[a-z]{2,}(?::\d{1,4})?(?:[/?#]|$)/i

function isAllowed(text: string, schemes: Set<string>): boolean {
  // A constructor that throws costs ten times as much again.
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (!schemes.has(url.protocol) || url.username || url.password) return false
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return !isWeb || (webStart.test(text) && host.test(url.hostname))
}

// Without the slashes a page resolves the rest as a relative path.
const webStart = /^https?:\/\//i
// Hosts are part of the page's CSP, where other characters would end one directive and start the next.
const host = /^[a-z0-9._-]+$/

function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
}

function withHttps(text: string): string | undefined {
  return /^[^/?#\s]*[^/?#\s.]\.[^/?#\s]/.test(text)
    ? allowed(`https://${text}`, linkSchemes)
    : undefined
}

const invalidLinkMessage = 'Enter a link that starts with https://'

/** A link, rejected unless `safeLink` accepts it and stored as typed. */
export const Link = linkOr(invalidLinkMessage)

/** A link with a message of its own for an empty one. */
export function linkOr(missing: string) {
  return z.string(missing).check(
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(2000, invalidLinkMessage),
    z.refine((text) => safeLink(text), invalidLinkMessage),
  )
}

/** A website, with or without a scheme; rejected if its scheme is not allowed for links. */
export const Website = optionalText(2000, 'Website must be at most 2,000 characters').check(
  z.refine(
    (text) => !text || safeLink(text) || !hasScheme(text.replace(/[\u0000-\u0020]/g, '')),
    invalidLinkMessage,
  ),
)

/** An image URL, rejected unless `safeImage` accepts it. */
export const ImageAddress = z.string().check(
  z.trim(),
  z.maxLength(2000, invalidLinkMessage),
  z.refine((text) => safeImage(text), invalidLinkMessage),
)
