/** The html document of a public page, and the policy that lets exactly its own style, script and hosts through. */

import { Buffer, transcode } from 'node:buffer'
import { hash } from 'node:crypto'
import { inlineScript } from 'virtual:inline-script'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { Mark } from '../../card/icons/Mark.tsx'
import form from '../../card/parts/exchange-form.css?inline'
import frame from '../../card/parts/frame.css?inline'
import page from '../../card/parts/public-page.css?inline'
import sections from '../../card/parts/sections.css?inline'
import beauty from '../../card/themes/beauty.css?inline'
import corporate from '../../card/themes/corporate.css?inline'
import creative from '../../card/themes/creative.css?inline'
import amber from '../../card/themes/default.css?inline'
import dynamic from '../../card/themes/dynamic.css?inline'
import education from '../../card/themes/education.css?inline'
import health from '../../card/themes/health.css?inline'
import minimalist from '../../card/themes/minimalist.css?inline'
import nonprofit from '../../card/themes/nonprofit.css?inline'
import tech from '../../card/themes/tech.css?inline'

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

/** Renders the page, with status 200 and its `Content-Security-Policy`. Style, script and data are the only text not escaped by React. */
export function documentOf(content: Content): Page {
  const { card, linked, rules = '' } = content
  const sheet = styleSheet(content.theme, content.hasForm)
  const data = linked && `<script type="application/ld+json">${jsonInHtml(linked)}</script>`
  const styles = `<style>${sheet}</style>${rules && `<style>${rules}</style>`}`
  const own = card ? ` data-card="${card.id}"${card.own ? ' data-own=""' : ''}` : ''
  const script = card ? `<script>${inlineScript}</script>` : ''
  const head = `${renderToStaticMarkup(<Head {...content} />)}${data ?? ''}${styles}`
  const body = `${renderToStaticMarkup(<Body {...content} />)}${script}`
  return {
    status: 200,
    body: inUtf8(
      `<!doctype html><html lang="en"><head>${head}</head><body${own}>${body}</body></html>`,
    ),
    headers: new Headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(
        content,
        rules ? [hashOf(sheet), sha256(rules)] : [hashOf(sheet)],
      ),
    }),
  }
}

// One letter beyond Latin-1, and a `TextEncoder` takes three times as long for a page as this does for any.
function inUtf8(text: string): Uint8Array {
  const whole = text.toWellFormed()
  const fits = whole.length * 2 <= room.length
  const utf16 = fits
    ? room.subarray(0, room.write(whole, 'utf16le'))
    : Buffer.from(whole, 'utf16le')
  return transcode(utf16, 'utf16le', 'utf8')
}

// Four times the longest demo card: a page needs no room of its own in between.
const room = Buffer.alloc(300_000)

/** JSON that may stand inside a `<script>` element (security: output formats). */
function jsonInHtml(value: unknown): string {
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

function policyOf({ site, card, hosts = {} }: Content, styles: string[]): string {
  const script = card ? `'${hashOf(inlineScript)}' 'self'` : "'none'"
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${styles.map((style) => `'${style}'`).join(' ')}`,
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

/**
 * The text's hash as a `Content-Security-Policy` names it, without the quotes. It is remembered: only for scripts and
 * sheets of the build, never for a text that somebody wrote.
 */
export function hashOf(text: string): string {
  const hashed = hashes.get(text) ?? sha256(text)
  hashes.set(text, hashed)
  return hashed
}

const hashes = new Map<string, string>()

function sha256(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`
}

// The style sheet of a page: the layout, the one look in use, and the rules of the card's own values.

const looks = new Map(
  Object.entries({
    minimalist,
    dynamic,
    nonprofit,
    education,
    health,
    beauty,
    corporate,
    creative,
    tech,
  }),
)

/** The CSS of a page in this theme, with that of the exchange form if it `hasForm`; the same text each time. */
function styleSheet(theme: string, hasForm = false): string {
  const key = `${looks.has(theme) ? theme : 'default'} ${hasForm}`
  const sheet = sheets.get(key) ?? sheetOf(theme, hasForm)
  sheets.set(key, sheet)
  return sheet
}

// At most nine looks and the default, with a form and without.
const sheets = new Map<string, string>()

function sheetOf(theme: string, hasForm: boolean): string {
  const layout = frame + sections + (hasForm ? form : '')
  return `${lookOf(theme)}${layout}${page}html{background:${surface(theme)}}`
}

// A theme says only how it differs from the default; a page needs each property once.
function lookOf(theme: string): string {
  const own = looks.get(theme)
  const properties = new Map([...declarations(amber), ...(own ? declarations(own) : [])])
  return `[data-theme]{${[...properties].map((one) => one.join(':')).join(';')}}`
}

function declarations(css: string): [string, string][] {
  const body = css.slice(css.indexOf('{') + 1, css.lastIndexOf('}'))
  return body.split(';').flatMap((line) => {
    const colon = line.indexOf(':')
    return colon < 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]
  })
}

/** The colour of the theme's surface, which browsers paint around the page. */
function surface(theme: string): string {
  const [, color = '#fff'] = /--c-surf:\s*(#[0-9a-f]{3,6})/i.exec(looks.get(theme) ?? amber) ?? []
  return color
}

/** Whether the theme is light on dark, for the browser's own parts such as scroll bars. */
function isDark(theme: string): boolean {
  return /color-scheme:\s*dark/.test(looks.get(theme) ?? '')
}

/** The last line of every public page. */
export function Foot({ site }: { site: Site }) {
  return (
    <footer className="bc-foot">
      Powered by <a href="/">{site.product}</a> · <a href="/privacy">Privacy</a>
    </footer>
  )
}
