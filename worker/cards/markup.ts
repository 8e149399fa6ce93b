/**
 * What the JSX of the worker's pages becomes: `page-markup.ts` writes it as text and calls of these, and the page is the text
 * that React's `renderToStaticMarkup` would make. No hooks, no context, no classes, no markup from elsewhere.
 */

/** A piece of a page, escaped. In the source it has the type of a React element, which the app makes of the same JSX. */
export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

/** What a page shows for a value in it, as HTML. */
export function markup(value: unknown): string {
  if (typeof value === 'string') return escaped(value)
  if (value instanceof Markup) return value.html
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (!Array.isArray(value)) throw new Error('A page holds something that cannot be drawn')
  let all = ''
  for (const one of value) all += markup(one)
  return all
}

type Props = Record<string, unknown>

/** What a component, or an element whose name is only known now, shows. */
export function draw(type: string | ((props: Props) => unknown), props: Props): unknown {
  if (typeof type === 'function') return type(props)
  const { children, ...own } = props
  return new Markup(`<${type}${attributes(own)}>${markup(children)}</${type}>`)
}

/** Attributes by React's names for them. */
export function attributes(props: Props): string {
  let all = ''
  for (const name in props) {
    const own = names[name] ?? name
    all += leads.has(name) ? link(own, props[name]) : attribute(own, props[name])
  }
  return all
}

/** Attributes that say where something leads to, or comes from. */
export const leads = new Set(['href', 'src', 'action', 'formAction'])

/** HTML's names of attributes that React calls otherwise. */
export const names: Record<string, string> = {
  className: 'class',
  htmlFor: 'for',
  tabIndex: 'tabindex',
  crossOrigin: 'crossorigin',
  fillRule: 'fill-rule',
  shapeRendering: 'shape-rendering',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
  strokeWidth: 'stroke-width',
}

/** One of `leads`. What a card links to was checked before; a script address that still came here is left out. */
export function link(name: string, value: unknown): string {
  return typeof value === 'string' && isScript(value) ? '' : attribute(name, value)
}

function isScript(address: string): boolean {
  return /^\W*j/i.test(address) && /^javascript:/i.test(address.replace(/[\0-\x20]/g, ''))
}

/** An attribute by HTML's name, with the space before it; nothing where the value says so. */
export function attribute(name: string, value: unknown): string {
  if (typeof value === 'string') return ` ${name}="${escaped(value)}"`
  if (typeof value === 'number') return ` ${name}="${value}"`
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return flag(name, value)
  throw new Error(`The attribute ${name} is neither text nor a number`)
}

function flag(name: string, value: boolean): string {
  if (name.startsWith('aria-') || name.startsWith('data-')) return ` ${name}="${value}"`
  return value ? ` ${name}=""` : ''
}

export function escaped(text: string): string {
  return /["'&<>]/.test(text) ? text.replace(/["'&<>]/g, (sign) => entities[sign] ?? '') : text
}

const entities: Record<string, string> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}
