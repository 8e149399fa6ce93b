/** The HTML document of a public page: head, body, style sheet and `Content-Security-Policy`. */
import { Buffer, transcode } from 'node:buffer'
import { hash } from 'node:crypto'
import { inlineScript } from 'virtual:inline-script'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { ProductLogo } from '../../card/icons/ProductLogo.tsx'
import form from '../../card/parts/exchange-form.css?inline'
import frame from '../../card/parts/frame.css?inline'
import page from '../../card/parts/public-page.css?inline'
import rightToLeft from '../../card/parts/right-to-left.css?inline'
import sections from '../../card/parts/sections.css?inline'
import uncasedScripts from '../../card/parts/uncased-scripts.css?inline'
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
import type { PageWords } from '../../card/words/en.ts'
import { directionOf } from '../../schema/language.ts'

/**
 * A complete response, as cached and sent. The body is bytes, because encoding text again would be most of the cost of a
 * response.
 */
export type Page = {
  status: number
  body: Uint8Array
  /** Copying `Headers` into a `Response` is 20 % faster than copying a plain object. */
  headers: Headers
  /** The cache it comes from; absent if it was made for this request. */
  cache?: 'data-center' | 'tiered' | 'last-copy'
}

/** What all public pages of an installation share, and the words of this page. */
export type Site = {
  origin: string
  product: string
  shortName: string
  words: PageWords
  /** Whether forms offer a copy by email. */
  offersCopies: boolean
}

type Content = {
  site: Site
  theme: string
  title: string
  /** CSS that depends on the card's values. */
  rules?: string
  hasForm?: boolean
  head?: ReactNode
  /** Structured data, as JSON-LD. */
  structuredData?: object
  bar?: ReactNode
  children: ReactNode
  /** The card whose events the script sends, and the words that the script shows. A page without a card has no script. */
  card?: { id: number; isOwnVisit: boolean; words: object }
  hosts?: Hosts
}

type Hosts = { images?: string[]; frames?: string[]; media?: string[] }

/**
 * Returns a page with status 200 and its `Content-Security-Policy`. Only style, script, JSON-LD and the attributes of `html` and
 * `body` are written outside React, which escapes everything else.
 */
export function renderDocument(content: Content): Page {
  const { site, theme, hasForm, card, structuredData, rules = '' } = content
  const sheet = styleSheet({ theme, hasForm, language: site.words.language })
  const data =
    structuredData && `<script type="application/ld+json">${jsonInHtml(structuredData)}</script>`
  const styles = `<style>${sheet}</style>${rules && `<style>${rules}</style>`}`
  const attributes = card ? bodyAttributes(card) : ''
  const script = card ? `<script>${inlineScript}</script>` : ''
  const head = `${renderToStaticMarkup(<Head {...content} />)}${data ?? ''}${styles}`
  const body = `${renderToStaticMarkup(<Body {...content} />)}${script}`
  return {
    status: 200,
    body: encodeUtf8(
      `<!doctype html><html${htmlAttributes(site.words.language)}><head>${head}</head><body${attributes}>${body}</body></html>`,
    ),
    headers: new Headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(
        content,
        rules ? [hashOf(sheet), sha256(rules)] : [hashOf(sheet)],
      ),
    }),
  }
}

/** Returns the attributes that the scripts read, as text that follows the name of the tag. */
function bodyAttributes({ id, isOwnVisit, words }: NonNullable<Content['card']>): string {
  const json = JSON.stringify(words).replaceAll('&', '&amp;').replaceAll("'", '&#39;')
  return ` data-card="${id}"${isOwnVisit ? ' data-own=""' : ''} data-words='${json}'`
}

/** Returns the attributes of a document in this language, as text that follows the name of the tag. */
export function htmlAttributes(language: string): string {
  return Object.entries(languageAttributes(language))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

/** Returns the attributes of a document in this language. */
export function languageAttributes(language: string): { lang: string; dir?: 'rtl' } {
  return { lang: language, ...(directionOf(language) === 'rtl' && { dir: 'rtl' }) }
}

// If the page has a character outside Latin-1, `TextEncoder` takes three times as long as this.
function encodeUtf8(text: string): Uint8Array {
  const wellFormed = text.toWellFormed()
  const fits = wellFormed.length * 2 <= buffer.length
  const utf16 = fits
    ? buffer.subarray(0, buffer.write(wellFormed, 'utf16le'))
    : Buffer.from(wellFormed, 'utf16le')
  return transcode(utf16, 'utf16le', 'utf8')
}

// Reused, and four times the size of the longest demo card.
const buffer = Buffer.alloc(300_000)

/** Returns the value as JSON, escaped for a `<script>` element. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function Head({ theme, title, head, card }: Content) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
      <title>{title}</title>
      <meta name="theme-color" content={surface(theme)} />
      {isDark(theme) && <meta name="color-scheme" content="dark" />}
      {!card && <link rel="icon" href="/favicon.svg" />}
      {head}
    </>
  )
}

function Body({ site, theme, bar, children }: Content) {
  return (
    <div className="bc-page" data-theme={theme}>
      <a className="bc-skip" href="#card">
        {site.words.skip}
      </a>
      <header className="bc-bar">
        <a href="/">
          <ProductLogo size={20} />
          {site.product}
        </a>
        {bar}
      </header>
      {children}
    </div>
  )
}

export function Footer({ site: { product, words } }: { site: Site }) {
  return (
    <footer className="bc-foot">
      {words.poweredBy} <a href="/">{product}</a> ·{' '}
      <a href="/privacy" hrefLang={words.language === 'en' ? undefined : 'en'}>
        {words.privacy}
      </a>
    </footer>
  )
}

function contentSecurityPolicy({ site, card, hosts = {} }: Content, styles: string[]): string {
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
 * Returns the hash of a text as a `Content-Security-Policy` has it, without the quotes. Remembers every text, so it is only for
 * scripts and style sheets of the build, never for text from users.
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

const themes = new Map(
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

type Style = { theme: string; hasForm?: boolean; language: string }

/**
 * Returns the style sheet of a page: its theme, the layout, the controls around the card and, with `hasForm`, the contact
 * form.
 */
function styleSheet({ theme, hasForm = false, language }: Style): string {
  const { language: base } = new Intl.Locale(language)
  const kind = uncased.has(base) ? base : ''
  const key = `${themes.has(theme) ? theme : 'default'} ${hasForm} ${kind}`
  const sheet = sheets.get(key) ?? buildStyleSheet({ theme, hasForm, language })
  sheets.set(key, sheet)
  return sheet
}

// The languages with fixed words whose script has no capitals.
const uncased = new Set(['ar', 'he', 'hi', 'ja', 'zh'])

// At most 120 entries: ten themes, with and without a form, in five languages and all others.
const sheets = new Map<string, string>()

function buildStyleSheet({ theme, hasForm, language }: Style): string {
  const layout = [
    frame,
    sections,
    hasForm ? form : '',
    uncased.has(new Intl.Locale(language).language) ? uncasedScripts : '',
    directionOf(language) === 'rtl' ? rightToLeft : '',
  ].join('')
  return `${themeDeclarations(theme)}${layout}${page}html{background:${surface(theme)}}`
}

// A theme has only what differs from the default theme. The two are merged, so that each property is sent once.
function themeDeclarations(theme: string): string {
  const declared = themes.get(theme)
  const properties = new Map([...declarations(amber), ...(declared ? declarations(declared) : [])])
  return `[data-theme]{${[...properties].map((one) => one.join(':')).join(';')}}`
}

function declarations(css: string): [string, string][] {
  const body = css.slice(css.indexOf('{') + 1, css.lastIndexOf('}'))
  return body.split(';').flatMap((line) => {
    const colon = line.indexOf(':')
    return colon < 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]
  })
}

/** Returns the surface color of a theme, which browsers show around the page. */
function surface(theme: string): string {
  const [, color = '#fff'] =
    /--c-surface:\s*(#[0-9a-f]{3,6})/i.exec(themes.get(theme) ?? amber) ?? []
  return color
}

/** Whether the theme is dark. The browser's own controls, such as scroll bars, are then dark, too. */
function isDark(theme: string): boolean {
  return /color-scheme:\s*dark/.test(themes.get(theme) ?? '')
}
