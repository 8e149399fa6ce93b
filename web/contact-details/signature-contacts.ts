/** Finds email addresses, links and phone numbers in a part of a signature. */

import type { ContactLabel } from '../../schema/cards/card-fields.ts'
import { asciiText, readPhoneText } from '../../schema/phone-text.ts'
import type { ImportedValue } from './imported-contact.ts'
import { unwrapLink } from './signature-html.ts'
import { networkByName, networkByUrl, parseSocialUrl } from './social-url.ts'

/** The values in a part of a signature, and the text that remains without them and their labels. */
export type Found = { values: ImportedValue[]; rest: string }

/** Finds the values in a part. Links have no target: only the whole signature tells which one is the website. */
export function findContacts(text: string): Found {
  const values: ImportedValue[] = []
  const handle = handleOf(text)
  if (handle) return { values: [handle], rest: '' }
  let rest = text.replace(linkPattern, (link) => {
    values.push(linkValue(link))
    return ' '
  })
  rest = rest.replace(emailPattern, (address) => {
    values.push({ target: 'email', text: address.replace(/[<>]/g, '') })
    return ' '
  })
  rest = takeDomain(rest, values)
  rest = takePhones(rest, values)
  return { values, rest: values.length > 0 ? withoutLabels(rest) : rest.trim() }
}

const linkPattern = /<?(?:https?:\/\/|www\.)[^\s<>"|]{3,1500}>?/gi
const emailPattern =
  /<?(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,24}(?![\p{L}\p{N}])>?/gu
const domain = /^(?:[a-z0-9][a-z0-9-]{0,62}\.){1,3}[a-z]{2,12}(?:\/[^\s]{0,300})?$/
const commonEnding =
  /\.(?:com|org|net|edu|gov|io|co|ai|app|dev|eu|de|at|ch|fr|es|it|pt|nl|be|lu|uk|ie|se|no|dk|fi|is|pl|cz|sk|hu|ro|bg|gr|tr|ru|ua|il|ae|in|jp|cn|kr|sg|hk|tw|au|nz|ca|us|br|mx|ar|cl|za|ke|ng|studio|design|agency|example|law|legal|tech|health|photo)(?:\/|$)/

function linkValue(found: string): ImportedValue {
  const link = unwrapLink(found.replace(/^<|[>)\].,;]{1,4}$/g, ''))
  const network = networkByUrl(link)
  return network ? { target: 'social', text: link, network } : { text: link }
}

// Only in lower case: `M.Sc` and `S.A` are not domains.
function takeDomain(text: string, values: ImportedValue[]): string {
  const [, label, rest = ''] = webLabel.exec(text.trim()) ?? []
  const candidate = rest.trim().replace(/[.,;]$/, '')
  const isDomain = domain.test(label ? candidate.toLowerCase() : candidate)
  if (!isDomain || (!label && !commonEnding.test(candidate))) return text
  values.push(linkValue(candidate))
  return ''
}

const webLabel =
  /^(?:(w|web|website|webseite|site|site web|sitio web|sito|url|homepage|internet|www|сайт|网址)\.? {0,2}[: ] {0,2})?(.{0,400})$/iu

/** Reads `Twitter: @ada` or `WhatsApp: +49 …`. */
function handleOf(text: string): ImportedValue | undefined {
  const [, name = '', typed = ''] = /^([\p{L}]{1,12}) ?: ?(\S.{0,60})$/u.exec(text) ?? []
  const network = networkByName(name)
  if (!network || /^(?:https?:|www\.)/i.test(typed)) return undefined
  if (
    !/^@[\w.-]{1,40}$/.test(typed) &&
    !(network === 'whatsapp' && /^\+[\d ()-]{7,24}$/.test(typed))
  )
    return undefined
  const link = parseSocialUrl(network, typed)
  return link ? { target: 'social', text: link, network } : undefined
}

const number =
  /(?:(?<!\d)\+ ?|(?<![\p{L}\d#/-]))\(?\d(?:[ \u2011()./–-]{0,3}\d){5,15}(?:,? ?(?:ext\.?|extension|x|durchwahl|poste|доб\.?|int\.) ?:? ?\d{1,6})?(?![\p{L}\d])/giu

function takePhones(text: string, values: ImportedValue[]): string {
  let from = 0
  let rest = ''
  let at = 0
  for (let found = next(text, at); found; found = next(text, at)) {
    const phone = firstPhone(found[0])
    const start = text.indexOf(phone, found.index)
    at = start + phone.length
    const before = text.slice(from, start)
    const label =
      labelBefore(before) ??
      labelAfter(text.slice(at)) ??
      // `Tel. 030 555 0123 / 0171 555 0456`
      (from > 0 && /^ ?[/,;&|] ?$/.test(before) ? values.at(-1)?.label : undefined)
    const isAlone = withoutLabels(text.replace(found[0], ' ')) === ''
    if (!isPhone(phone, label !== undefined, isAlone)) continue
    values.push({ target: 'phone', text: phone.trim(), label: label ?? 'work' })
    rest += `${before} `
    at += hoursAt(text.slice(at)).length
    from = at
  }
  return rest + text.slice(from)
}

function next(text: string, from: number): RegExpExecArray | null {
  number.lastIndex = from
  return number.exec(text)
}

/** Returns the phone number alone, without notes or other numbers around it. */
function firstPhone(found: string): string {
  const { typed = found, dialed = '', pauses = '', extension = '' } = readPhoneText(found) ?? {}
  const isWhole = `${dialed}${pauses}${extension}`.replace(/\D/g, '') === found.replace(/\D/g, '')
  const at = Math.max(0, asciiText(found).indexOf(typed))
  return isWhole ? found : found.slice(at, at + typed.length)
}

/** Returns opening hours such as ` (24/7)` at the start of the text. */
function hoursAt(text: string): string {
  return /^ ?\(\d[\d /:.–-]*\)/.exec(text)?.[0] ?? ''
}

/** Without a label or country code, only a number that stands alone and looks dialable counts as a phone number. */
function isPhone(text: string, hasLabel: boolean, isAlone: boolean): boolean {
  const digits = text.replace(/\D/g, '').length
  if (text.startsWith('+')) return digits >= 8 && digits <= 18
  if (hasLabel) return digits >= 6 && digits <= 18
  return isAlone && digits >= 9 && digits <= 12 && /^[0(]|[ ()./-]/.test(text)
}

const mobile =
  /m|mob|mobile|mobil|mobiltelefon|mobiel|cell|cellular|cell phone|c|cel|celular|móvil|movil|handy|portable|port|gsm|natel|cellulare|matkapuhelin|komórka|kom|tel\. kom|моб|мобильный|携帯|手机|手機|휴대폰|핸드폰|جوال|موبايل|נייד/
const work =
  /t|tel|tél|telefon|telephone|téléphone|teléfono|telefone|telefono|telefoon|phone|ph|p|o|office|direct|direct line|direct dial|d|dd|ddi|desk|work|main|fon|tlf|tfn|puh|puhelin|тел|телефон|電話|电话|電話番号|전화|هاتف|טל|טלפון|durchwahl|büro|zentrale|fixe|standard|switchboard|reception/
const fax = /f|fax|telefax|télécopie|факс|ファックス|传真|傳真|팩스|فاكس|פקס/
const home = /h|home|privat|domicile|casa/

const labelPatterns: [RegExp, ContactLabel][] = [
  [endingWith(mobile), 'mobile'],
  [endingWith(fax), 'fax'],
  [endingWith(work), 'work'],
  [endingWith(home), 'home'],
]

function endingWith(labels: RegExp): RegExp {
  return new RegExp(
    `(?:^|[ (,;/&])(?:${labels.source})\\.?(?: ?(?:no|nr|number)\\.?)? ?[:)–-]? ?$`,
    'iu',
  )
}

function labelBefore(text: string): ContactLabel | undefined {
  return labelPatterns.find(([pattern]) => pattern.test(text))?.[1]
}

function labelAfter(text: string): ContactLabel | undefined {
  const [, word = ''] = /^ ?\(([\p{L} ]{1,14})\)/u.exec(text) ?? []
  return word ? labelBefore(word) : undefined
}

// Not within an abbreviation such as C.F., an Italian tax number.
const anyLabel = new RegExp(
  `(?<!\\p{L}|(?<!\\p{L})\\p{L}\\.)(?:${mobile.source}|${work.source}|${fax.source}|${home.source}|e|e-?mail|email address|mail|courriel|correo|posta|e-post|sähköposti|почта|эл\\. почта|メール|邮箱|電子郵件|이메일|البريد|דוא״ל|w|web|website|webseite|site|site web|sito|url|homepage|internet|www|сайт|linkedin|twitter|x|facebook|instagram|xing|github|youtube|tiktok|whatsapp|follow me|connect|profile|book a meeting|calendar)(?!\\p{L}|\\.\\p{L}\\.)`,
  'giu',
)

/** Returns the text without labels and stray punctuation; empty if nothing else is left. */
function withoutLabels(text: string): string {
  const rest = text.replace(anyLabel, ' ')
  if (/^[\p{P}\p{S}\s]*$/u.test(rest)) return ''
  return text.replace(/[ :;,()–-]{1,20}$/, '').trim()
}
