/**
 * Reads the contact details in an email signature. A value gets a field only on evidence, because a wrong field is worse
 * than an empty one. Lines that are not understood are returned without a target.
 */
import type { ImportedContact, ImportedValue, Target } from './imported-contact.ts'
import { findContacts } from './signature-contacts.ts'
import {
  department,
  freeMail,
  isTitle,
  legalForm,
  organizationWord,
  type Part,
  pronouns,
  signatureParts,
  takeAddress,
  teamMailbox,
} from './signature-lines.ts'
import { parseUrl } from './social-url.ts'

const latinWord = /^\(?["“„']?\p{Lu}[\p{L}\p{M}'’.-]*["”“']?\)?$/u
const smallWord =
  /^(?:van|von|vom|zu|zum|zur|de|del|della|der|den|di|da|do|dos|das|du|la|le|ter|te|af|av|bin|bint|ibn|al|el|y|e|i|med\.?|rer\.?|nat\.?|pol\.?|phil\.?|jur\.?|h\.?c\.?|jr\.?|sr\.?)$/iu
const degree =
  /^(?:(?:dr|prof|mag|ing|dipl|msc|bsc|m\.?sc|b\.?sc|mba|ph\.?d|m\.?d|j\.?d|esq|cpa|cfa|pe|pmp|rn|aia|riba|ll\.?m|ll\.?b|m\.?a|b\.?a|jr|sr|ii|iii|iv|obe|mbe|frcs|cissp|m\.?eng|b\.?eng)\.?,? ?){1,4}$/iu
// Such as LCSW or SHRM-CP.
const credential = /^[A-Z]{2,6}(?:-[A-Z]{2,4})?$/
const arabicOrHebrew = /^(?:[\p{Script=Arabic}\p{M}]{2,14}|[\p{Script=Hebrew}"״'׳]{2,14})$/u
const hanName =
  /^(?:\p{Script=Han}{2,4}|[\p{scx=Han}\p{scx=Katakana}\p{scx=Hiragana}]{1,5} [\p{scx=Han}\p{scx=Katakana}\p{scx=Hiragana}]{1,5}|\p{Script=Hangul}{2,4}|\p{Script=Hangul}{1,2} \p{Script=Hangul}{1,3})$/u
const notInName =
  /\d|@|[:;!?&%/\\<>+=#]|(?<!\p{L})(?:inh|inhaber|the|and|und|et|und|our|your|please|new|street|phone|email|team|customer|service|sales|support|marketing|finance|hotel|restaurant|café|centre|center|school|church|monday|january)(?!\p{L})/iu

const maxUnknown = 12

/** Returns undefined if the text has no name, phone, email or link. */
export function readSignature(text: string): ImportedContact | undefined {
  const values: ImportedValue[] = []
  const texts = signatureParts(text).flatMap(({ text: part, line }): Part[] => {
    const found = findContacts(part)
    values.push(...found.values)
    return found.rest ? [{ text: found.rest, line }] : []
  })
  const contacts = assignContacts(values)
  const details = assignTexts(texts, contacts)
  const all = [...details, ...contacts]
  return all.some(({ target }) => target && target !== 'address') ? { values: all } : undefined
}

/** Chooses the main phone, the main email and the website. */
function assignContacts(values: ImportedValue[]): ImportedValue[] {
  const unique = values.filter(
    (value, at) => values.findIndex((other) => key(other) === key(value)) === at,
  )
  const emails = unique.filter(({ target }) => target === 'email')
  const main = emails.find(({ text }) => !teamMailbox.test(text.split('@')[0] ?? '')) ?? emails[0]
  const phones = unique.filter(({ target }) => target === 'phone')
  const line = phones.find(({ label }) => label !== 'fax')
  const website = websiteOf(unique, main?.text)
  return unique.map((value): ImportedValue => {
    if (value.target === 'phone' && value !== line) return { ...value, target: 'morePhones' }
    if (value.target === 'email' && value !== main)
      return { ...value, target: 'moreEmails', label: 'work' }
    return value === website ? { ...value, target: 'website' } : value
  })
}

function key({ target, text, network }: ImportedValue): string {
  return target === 'phone'
    ? text.replace(/\(0\)|\D/g, '')
    : (network ?? '') + squeezed(text.replace(/^https?:\/\//i, '').replace(/^www\./i, ''))
}

/** Returns the link on the domain of the email; otherwise the only link to a front page. */
function websiteOf(values: ImportedValue[], email: string | undefined): ImportedValue | undefined {
  const links = values.filter(({ target }) => target === undefined)
  const domain = email?.split('@')[1]?.toLowerCase()
  const own = links.filter(({ text }) => domain && hostOf(text).endsWith(domain))
  const front = links.filter(({ text }) => pathOf(text) === '/')
  return (
    own.find((link) => front.includes(link)) ??
    own.find(({ text }) => /^\/[^/]{0,20}\/?$/.test(pathOf(text))) ??
    (front.length === 1 ? front[0] : undefined)
  )
}

function urlOf(link: string): URL | undefined {
  return parseUrl(/^https?:/i.test(link) ? link : `https://${link}`)
}

function hostOf(link: string): string {
  return urlOf(link)?.hostname.replace(/^www\./, '') ?? ''
}

function pathOf(link: string): string {
  const url = urlOf(link)
  return url ? url.pathname + url.search : ''
}

type Reading = { parts: Part[]; email: string; domain: string; taken: Map<Target, string[]> }

function assignTexts(parts: Part[], contacts: ImportedValue[]): ImportedValue[] {
  const email = contacts.find(({ target }) => target === 'email')?.text ?? ''
  const reading: Reading = {
    parts,
    email,
    domain: companyDomain(contacts, email),
    taken: new Map(),
  }
  takePronouns(reading)
  const found = takeAddress(reading.parts)
  if (found) {
    reading.taken.set('address', [found.address])
    reading.parts = found.rest
  }
  splitParts(reading)
  takeName(reading)
  for (const target of ['company', 'department', 'title'] as const)
    takeFirst(reading, target, (text) => kindOf(text, reading) === target)
  const known = [...reading.taken].flatMap(([target, texts]) =>
    texts.map((text): ImportedValue => ({ target, text })),
  )
  const unknown = reading.parts.slice(0, maxUnknown).map(({ text }): ImportedValue => ({ text }))
  return [...known, ...unknown]
}

/** Returns the registrable label of the person's domain, such as `acme` for `ada@mail.acme.co.uk`. */
function companyDomain(contacts: ImportedValue[], email: string): string {
  const website = contacts.find(({ target }) => target === 'website')?.text
  const host = email.split('@')[1] ?? hostOf(website ?? '')
  const labels = host.toLowerCase().split('.').slice(0, -1)
  const last = labels.at(-1) ?? ''
  const name =
    labels.length > 1 && /^(?:co|com|org|net|ac|gov|ne|or)$/.test(last) ? labels.at(-2) : last
  return !name || freeMail.test(name) ? '' : squeezed(name)
}

function takePronouns(reading: Reading): void {
  for (const part of reading.parts) {
    const [whole, said] = pronouns.exec(part.text) ?? []
    if (!whole || !said || reading.taken.has('pronouns')) continue
    reading.taken.set('pronouns', [said.toLowerCase()])
    part.text = part.text.replace(whole, ' ').replace(/ {2,}/g, ' ').trim()
  }
  reading.parts = reading.parts.filter(({ text }) => text !== '')
}

const separators = [/ \/ /, / [–—-] /, /, /, / (?:at|bei|chez|hos|@) /]

/** Splits `Ada Lovelace, Engineer at Acme` where every piece is recognized. */
function splitParts(reading: Reading): void {
  reading.parts = reading.parts.flatMap((part) =>
    piecesOf(part.text, reading).map((text) => ({ text, line: part.line })),
  )
}

function piecesOf(text: string, reading: Reading): string[] {
  if (isName(text) || isDomainName(text, reading)) return [text]
  for (const separator of separators) {
    const at = text.search(separator)
    if (at < 1) continue
    const first = text.slice(0, at)
    const rest = text.slice(at).replace(separator, '')
    const pieces = [first, ...piecesOf(rest, reading)]
    const kinds = pieces.map((piece) => kindOf(piece, reading))
    const isRepeated = new Set(kinds).size < kinds.length || kinds.lastIndexOf('name') > 0
    if (!isRepeated && kinds.every((kind) => kind !== undefined)) return pieces
  }
  return [text]
}

/** Returns the field that a text belongs to, judged by the text alone. */
function kindOf(
  text: string,
  reading: Reading,
): 'name' | 'company' | 'department' | 'title' | undefined {
  if (reading.email && isName(text) && isNameInEmail(text, reading.email)) return 'name'
  if (isDomainName(text, reading)) return 'company'
  if (legalForm.test(text)) return isTitle(text) ? undefined : 'company'
  if (department.test(text)) return 'department'
  if (isTitle(text)) return 'title'
  if (text.length > 80) return undefined
  if (isOrganization(text)) return 'company'
  return isName(text) ? 'name' : undefined
}

/** Whether the email's domain is made of the text, as `northwind.example` of `Northwind Traders`. */
function isDomainName(text: string, { domain }: Reading): boolean {
  if (domain.length < 2 || text.length > 60) return false
  if (isTitle(text) && !legalForm.test(text)) return false
  const name = squeezed(text.replaceAll('&', domain.includes('and') ? 'and' : ''))
  const initials = text
    .replace(/(?<=\p{L})\p{L}+/gu, '')
    .replace(/[^\p{Lu}]/gu, '')
    .toLowerCase()
  return (
    name === domain ||
    (domain.length > 4 && name.startsWith(domain)) ||
    (name.length > 4 && domain.startsWith(name)) ||
    (initials.length > 2 && initials === domain)
  )
}

function takeName(reading: Reading): void {
  const { parts, email } = reading
  const local = email.split('@')[0] ?? ''
  const byEmail = parts.findIndex(
    ({ text }) => isNameInEmail(text, email) && (isName(text) || isSingleName(text, reading)),
  )
  const first = parts.slice(0, 3).findIndex(({ text }) => kindOf(text, reading) === 'name')
  const isSpelled = /^\p{L}+[._]\p{L}{2,}/u.test(local) && !teamMailbox.test(local)
  const at = byEmail >= 0 ? byEmail : isSpelled && isLatin(parts[first]?.text ?? '') ? -1 : first
  const found = parts[at]
  if (!found || (byEmail < 0 && !hasEvidence(reading, at))) return
  reading.taken.set('name', [found.text])
  reading.parts = parts.toSpliced(at, 1)
}

function isSingleName(text: string, reading: Reading): boolean {
  const isOneName = /^\p{Lu}\p{L}{1,20}$|^\p{Ll}{2,20}(?: \p{Ll}{2,20}){1,2}$/u.test(text)
  return isOneName && !isDomainName(text, reading) && !isTitle(text)
}

/** Whether a title, company or department is near: without one, a name that no email spells is not believed. */
function hasEvidence(reading: Reading, at: number): boolean {
  return reading.parts
    .filter((_, other) => other !== at && Math.abs(other - at) <= 2)
    .some(({ text }) => ['title', 'company', 'department'].includes(kindOf(text, reading) ?? ''))
}

function takeFirst(reading: Reading, target: Target, matches: (text: string) => boolean): void {
  const at = reading.parts.findIndex(({ text }) => matches(text))
  const found = reading.parts[at]
  if (!found) return
  reading.taken.set(target, [found.text])
  reading.parts = reading.parts.toSpliced(at, 1)
}

/** Whether the text has the form of a full name, possibly with degrees after a comma. */
function isName(text: string): boolean {
  const [one = '', other] = text.split(' / ')
  if (other) return isLatin(one) !== isLatin(other) && isName(one) && isName(other)
  if (text.length > 60 || notInName.test(text) || isOrganization(text)) return false
  const [name = '', ...degrees] = text.split(/, ?/)
  if (degrees.some((part) => !degree.test(part) && !credential.test(part))) return false
  const [, plain = ''] = /^([^()]{1,40})(?:\([^()]{2,40}\))?$/.exec(name) ?? []
  if (hanName.test(plain.trim()) && !isTitle(plain)) return true
  if (isTitle(name)) return false
  const words = name.split(' ')
  if (words.length < 2 || words.length > 6) return false
  if (words.every((word) => arabicOrHebrew.test(word))) return words.length <= 4
  const capitalized = words.filter((word) => latinWord.test(word))
  return (
    capitalized.length >= 2 &&
    words.every((word) => latinWord.test(word) || smallWord.test(word)) &&
    words.some((word) => word.replace(/[^\p{L}]/gu, '').length > 1)
  )
}

/** Whether the text has Latin letters, as email addresses do. */
function isLatin(text: string): boolean {
  return /\p{Script=Latin}{2}/u.test(text)
}

/** Whether the text is, surely or probably, the name of an organization. */
function isOrganization(text: string): boolean {
  return legalForm.test(text) || organizationWord.test(text)
}

/** Whether the part of the email before the @ is made of the name: `ada.lovelace`, `alovelace`, `ada`. */
function isNameInEmail(name: string, email: string): boolean {
  const local = fold(email.split('@')[0] ?? '').replace(/[^\p{L}]/gu, '')
  const plain = name.replace(/['’]/g, '')
  return [fold(plain), fold(german(plain))].some((folded) => {
    const words = folded.split(/[^\p{L}]+/u).filter((word) => word.length > 1 && !isDegree(word))
    return local.length > 1 && spellings(words).has(local)
  })
}

function isDegree(word: string): boolean {
  return degree.test(word)
}

function spellings(words: string[]): Set<string> {
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const initials = words.map((word) => word.charAt(0)).join('')
  const pairs = words.flatMap((one) =>
    words.filter((other) => other !== one).map((other) => [one, other]),
  )
  return new Set([
    ...words.filter((word) => word.length > 2),
    ...(initials.length > 2 ? [initials] : []),
    words.join(''),
    first.charAt(0) + words.slice(1).join(''),
    words.slice(1).join('') + first,
    words
      .slice(0, -1)
      .map((word) => word.charAt(0))
      .join('') + last,
    ...pairs.flatMap(([one = '', other = '']) => [
      one + other,
      one.charAt(0) + other,
      one + other.charAt(0),
      one.slice(0, 3) + other,
    ]),
  ])
}

const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('æ', 'ae')

function german(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ø', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('å', 'aa')
}

/** Returns letters and digits only, in lower case and without accents. */
function squeezed(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}
