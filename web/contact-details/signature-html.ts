/** Converts the HTML of an email signature to text, without ever rendering it. */
import { decodedEscapes } from '../../schema/text.ts'
import { parseUrl } from './social-url.ts'

/** Whether the text is HTML source. */
export function isHtml(text: string): boolean {
  return /<(?:html|body|div|table|p|br|span|td|a)(?:\s[^<>]{0,400})?\/?>/i.test(text)
}

/** Returns the text as displayed: a line per block, tabs between cells, and the URL after a link whose text differs. */
export function textOfHtml(html: string): string {
  const state: State = { text: '', hidden: '', href: '', from: 0 }
  for (const piece of html.replaceAll('\r', '').split(/(?=<)/)) read(piece, state)
  return state.text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/[ \u00a0]+/g, ' ')
        .replaceAll(/(?:\t ?)+/g, '\t')
        .trim(),
    )
    .filter((line, at, lines) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim()
}

type State = {
  text: string
  /** The open element whose content is not displayed, such as `style`. */
  hidden: string
  /** The URL of the open link, and where its text starts. */
  href: string
  from: number
}

/** Reads a tag and the text after it. */
function read(piece: string, state: State): void {
  const end = piece.startsWith('<') ? piece.indexOf('>') : -1
  if (piece.startsWith('<!--')) return
  const tag = piece.slice(0, end + 1)
  const [, slash = '', element = ''] = /^<(\/?)([a-z][a-z0-9]{0,20})/i.exec(tag) ?? []
  const name = element.toLowerCase()
  if (state.hidden) {
    if (slash && name === state.hidden) state.hidden = ''
    else return
  } else if (!slash && hiddenElements.test(name)) {
    state.hidden = name
    return
  }
  if (name === 'a') readLink(tag, slash !== '', state)
  else if (name === 'br' || blocks.test(name)) state.text += '\n'
  else if (name === 'td' || name === 'th') state.text += '\t'
  state.text += decodeEntities(piece.slice(end + 1).replaceAll(/[\n\t]+/g, ' '))
}

const hiddenElements = /^(?:style|script|head|title|template|select)$/
const blocks = /^(?:p|div|tr|li|ul|ol|table|h[1-6]|hr|blockquote|address|section|tbody|center)$/

function readLink(tag: string, isEnd: boolean, state: State): void {
  if (!isEnd) {
    Object.assign(state, { href: decodeEntities(attribute(tag, 'href')), from: state.text.length })
    return
  }
  const shown = state.text.slice(state.from)
  const link = /^(?:mailto|tel):/i.test(state.href) ? plainHref(state.href) : unwrapLink(state.href)
  const isShown = squeeze(shown).includes(squeeze(link))
  if (link && !isShown && /^https?:|@|^\+?\d/i.test(link)) state.text += ` <${link}> `
  state.href = ''
}

function plainHref(href: string): string {
  const [address = ''] = href.replace(/^\w{3,6}:/, '').split('?')
  return decodedEscapes(address)
}

/** Returns letters and digits only, so that `www.example.com/` and `https://example.com` are equal. */
function squeeze(text: string): string {
  return text
    .toLowerCase()
    .replace(/https?:\/\//, '')
    .replace(/www\./, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns the target of a link that a mail program has wrapped for a safety check; other links as they are. */
export function unwrapLink(link: string): string {
  const url = parseUrl(link)
  if (!url) return link
  const wrapped =
    /\.safelinks\.protection\.outlook\.com$/.test(url.hostname) ||
    /^www\.google\.[a-z.]{2,6}$/.test(url.hostname)
      ? (url.searchParams.get('url') ?? url.searchParams.get('q'))
      : undefined
  return wrapped && /^https?:/i.test(wrapped) ? wrapped : link
}

function attribute(tag: string, name: string): string {
  const at = tag.toLowerCase().indexOf(` ${name}=`)
  if (at < 0) return ''
  const value = tag.slice(at + name.length + 2)
  const [quote = ''] = value
  if (quote !== '"' && quote !== "'") return /^[^\s>]*/.exec(value)?.[0] ?? ''
  const end = value.indexOf(quote, 1)
  return end < 0 ? '' : value.slice(1, end)
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x?[\da-f]{1,6}|[a-z]{2,8});/gi, (whole, entity: string) => {
    const code = /^#x/i.test(entity)
      ? Number.parseInt(entity.slice(2), 16)
      : entity.startsWith('#')
        ? Number.parseInt(entity.slice(1), 10)
        : undefined
    if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return entities.get(entity) ?? whole
  })
}

const entities = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    middot: '·',
    bull: '•',
    ndash: '–',
    mdash: '—',
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
    ccedil: 'ç',
    ntilde: 'ñ',
    aacute: 'á',
    iacute: 'í',
    oacute: 'ó',
    uacute: 'ú',
    aring: 'å',
    oslash: 'ø',
    aelig: 'æ',
    reg: '®',
    copy: '©',
    trade: '™',
  }),
)
