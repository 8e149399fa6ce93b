/** Which addresses may stand behind a link, a picture or a video (security: one allow-list, at save and at render). */
import * as z from 'zod/mini'
import { optionalLine } from './text.ts'

const linkSchemes = new Set(['https:', 'http:', 'mailto:', 'tel:', 'sms:'])
const imageSchemes = new Set(['https:'])
const forbidden = /[\u0000-\u0020\u007f]/
const ownImage = /^\/images\/[0-9a-f]{64}-\d{1,5}\.(?:jpg|png|gif|webp|svg)$/

/** An address safe to put behind a link, `https://` added when the scheme is missing; undefined when none is. */
export function safeLink(text: string | null | undefined): string | undefined {
  const trimmed = (text ?? '').trim()
  if (trimmed === '' || forbidden.test(trimmed)) return undefined
  return allowed(trimmed, linkSchemes) ?? (hasScheme(trimmed) ? undefined : withHttps(trimmed))
}

/** An address safe to show as a picture: https, or one of our own `/images/…`. */
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

// Most addresses, and none that a parser refuses or reads otherwise: nobody's name before the host, and letters at its end.
// In workerd to ask whether an address can be parsed costs more than all else here, and to parse it ten times that.
const plainWeb = /^(https?:)\/\/(?:(?!xn--)[a-z0-9_-]+\.)+[a-z]{2,}(?::\d{1,4})?(?:[/?#]|$)/i

function isAllowed(text: string, schemes: Set<string>): boolean {
  // An object that fails to be made costs ten times as much again.
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (!schemes.has(url.protocol) || url.username || url.password) return false
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return !isWeb || (webStart.test(text) && host.test(url.hostname))
}

// Without the slashes a page takes what follows for a path of its own.
const webStart = /^https?:\/\//i
// Hosts stand in a page's policy, where other signs would end one directive and begin the next.
const host = /^[a-z0-9._-]+$/

function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
}

function withHttps(text: string): string | undefined {
  return /^[^/?#\s]*[^/?#\s.]\.[^/?#\s]/.test(text)
    ? allowed(`https://${text}`, linkSchemes)
    : undefined
}

const refused = 'Enter a web address that starts with https://'

/** A link as typed; refused unless `safeLink` accepts it. Kept as typed. */
export const Link = z.string().check(
  z.trim(),
  z.maxLength(2000, refused),
  z.refine((text) => safeLink(text), refused),
)

/** A website as people say it, with or without its scheme; refused when the scheme is none that a link may have. */
export const Website = optionalLine(2000, 'Website must be at most 2000 characters').check(
  z.refine(
    (text) => !text || safeLink(text) || !hasScheme(text.replace(/[\u0000-\u0020]/g, '')),
    refused,
  ),
)

/** A picture's address, refused unless `safeImage` accepts it. */
export const ImageAddress = z.string().check(
  z.trim(),
  z.maxLength(2000, refused),
  z.refine((text) => safeImage(text), refused),
)
