/** The html document of a public page, and the policy that lets exactly its own style, script and hosts through. */

import { hash } from 'node:crypto'
import { firstScript } from 'virtual:first-script'
import type { ReactNode } from 'react'
import { Mark } from '../../card/Mark.tsx'
import { markup } from './markup.ts'
import { isDark, styleSheet, surface } from './styles.ts'

/** A whole answer, as it is kept and sent. Bytes, because encoding the text for each answer is most of what an answer costs. */
export type Page = {
  status: number
  body: Uint8Array
  /** An object of the platform's own, copied into an answer a fifth faster than a plain one. */
  headers: Headers
}

export type Site = { origin: string; product: string; shortName: string }

type Content = {
  site: Site
  theme: string
  title: string
  /** CSS of the card's own values. */
  rules?: string
  hasForm?: boolean
  head?: ReactNode
  /** What machines are told of the card, as JSON-LD. */
  linked?: object
  bar?: ReactNode
  children: ReactNode
  /** The card the script counts for, and whether this is its owner; a page without a card has no script. */
  card?: { id: number; own: boolean }
  hosts?: Hosts
}

type Hosts = { images?: string[]; frames?: string[]; media?: string[] }

/** Renders the page, with status 200 and its `Content-Security-Policy`. Style, script and data are the only text not escaped by `markup`. */
export function documentOf(content: Content): Page {
  const { card, linked, rules = '' } = content
  const sheet = fixedText(styleSheet(content.theme, content.hasForm))
  const script = fixedText(firstScript)
  const data = linked && `<script type="application/ld+json">${jsonInHtml(linked)}</script>`
  const top = `<!doctype html><html lang="en"><head>${markup(<Head {...content} />)}${data ?? ''}<style>`
  const own = card ? ` data-card="${card.id}"${card.own ? ' data-own=""' : ''}` : ''
  const rest = `</style>${rules && `<style>${rules}</style>`}</head><body${own}>${markup(<Body {...content} />)}${card ? '<script>' : ''}`
  const end = `${card ? '</script>' : ''}</body></html>`
  const styles = rules ? [sheet.hash, hashOf(rules)] : [sheet.hash]
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policyOf(content, { styles, script: script.hash }),
  })
  return {
    status: 200,
    body: joined([
      encoder.encode(top),
      sheet.bytes,
      encoder.encode(rest),
      ...(card ? [script.bytes] : []),
      encoder.encode(end),
    ]),
    headers,
  }
}

type Fixed = { bytes: Uint8Array; hash: string }

const encoder = new TextEncoder()

// The script and twenty style sheets: more than a third of a page, encoded and hashed once in an isolate.
const fixed = new Map<string, Fixed>()

function fixedText(text: string): Fixed {
  const known = fixed.get(text) ?? { bytes: encoder.encode(text), hash: hashOf(text) }
  fixed.set(text, known)
  return known
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** JSON that may stand inside a `<script>` element (security: output formats). */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function Head({ theme, title, head }: Content) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
      <title>{title}</title>
      <meta name="theme-color" content={surface(theme)} />
      {isDark(theme) && <meta name="color-scheme" content="dark" />}
      {head}
    </>
  )
}

function Body({ site, theme, bar, children }: Content) {
  return (
    <div className="bc-page" data-theme={theme}>
      <a className="bc-skip" href="#card">
        Skip to content
      </a>
      <header className="bc-bar">
        <a href="/">
          <Mark size={20} />
          {site.product}
        </a>
        {bar}
      </header>
      {children}
    </div>
  )
}

type Hashes = { styles: string[]; script: string }

function policyOf({ site, card, hosts = {} }: Content, hashes: Hashes): string {
  const script = card ? `'${hashes.script}' 'self'` : "'none'"
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${hashes.styles.map((hash) => `'${hash}'`).join(' ')}`,
    `img-src ${["'self'", ...(hosts.images ?? [])].join(' ')}`,
    `media-src ${hosts.media?.join(' ') || "'none'"}`,
    `frame-src ${hosts.frames?.join(' ') || "'none'"}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(site.origin.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The text's hash as a `Content-Security-Policy` names it, without the quotes. */
export function hashOf(text: string): string {
  const hashed = hashes.get(text) ?? `sha256-${hash('sha256', text, 'base64')}`
  if (hashes.size >= hashesMax) hashes.clear()
  if (text.length <= longestKept) hashes.set(text, hashed)
  return hashed
}

// The colours of a card that is made again are mostly the same, and to hash them is a twelfth of a page.
const hashes = new Map<string, string>()
const hashesMax = 500
const longestKept = 2000
