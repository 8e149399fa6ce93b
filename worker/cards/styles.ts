/** The style sheet of a page: the layout, the one look in use, and the rules of the card's own values. */
import form from '../../card/form.css?inline'
import frame from '../../card/frame.css?inline'
import page from '../../card/page.css?inline'
import sections from '../../card/sections.css?inline'
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
export function styleSheet(theme: string, hasForm = false): string {
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
export function surface(theme: string): string {
  const [, color = '#fff'] = /--c-surf:\s*(#[0-9a-f]{3,6})/i.exec(looks.get(theme) ?? amber) ?? []
  return color
}

/** Whether the theme is light on dark, for the browser's own parts such as scroll bars. */
export function isDark(theme: string): boolean {
  return /color-scheme:\s*dark/.test(looks.get(theme) ?? '')
}
