/** The style sheets of public pages. */
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
import { directionOf } from '../../schema/language.ts'

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

/** The style sheet of a page: its theme, the layout, what its script needs and, with `hasForm`, the exchange form. */
export function styleSheet({ theme, hasForm = false, language }: Style): string {
  const script = new Intl.Locale(language).language
  const kind = uncased.has(script) ? script : ''
  const key = `${themes.has(theme) ? theme : 'default'} ${hasForm} ${kind}`
  const sheet = sheets.get(key) ?? buildStyleSheet({ theme, hasForm, language })
  sheets.set(key, sheet)
  return sheet
}

// Of the languages with words, those without capitals.
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

// A theme contains only what differs from the default theme. Merged, so that each property is sent once.
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

/** The theme's surface color, which browsers use around the page. */
export function surface(theme: string): string {
  const [, color = '#fff'] = /--c-surf:\s*(#[0-9a-f]{3,6})/i.exec(themes.get(theme) ?? amber) ?? []
  return color
}

/** True if the theme is dark, so that the browser's own UI, such as scroll bars, is dark too. */
export function isDark(theme: string): boolean {
  return /color-scheme:\s*dark/.test(themes.get(theme) ?? '')
}
