/**
 * Reads the contact details in an email signature: first phones, emails and links, then texts such as the name and the
 * title. A text gets a field only on evidence, because a wrong field is worse than an empty one. Texts that are not
 * understood are returned without a target.
 */
import type { ImportedContact, ImportedValue, Target } from './imported-contact.ts'
import { findContacts } from './signature-contacts.ts'
import {
  department,
  freeMail,
  isTitle,
  legalForm,
  type Part,
  pronouns,
  signatureParts,
  takeAddress,
  teamMailbox,
} from './signature-lines.ts'
import { isLatin, isName, isNameInEmail, isOrganization, squeezed } from './signature-names.ts'
import { parseUrl } from './social-url.ts'

/** The most texts returned without a target. */
const maxUnknown = 12

/** Returns what was found in a signature; undefined if nothing but an address has a target. */
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

/** Chooses the main phone, the main email and the website. A mailbox of a team, and a fax, are last choices. */
function assignContacts(values: ImportedValue[]): ImportedValue[] {
  const unique = values.filter(
    (value, at) => values.findIndex((other) => key(other) === key(value)) === at,
  )
  const emails = unique.filter(({ target }) => target === 'email')
  const mainEmail =
    emails.find(({ text }) => !teamMailbox.test(text.split('@')[0] ?? '')) ?? emails[0]
  const phones = unique.filter(({ target }) => target === 'phone')
  const mainPhone = phones.find(({ label }) => label !== 'fax')
  const website = websiteOf(unique, mainEmail?.text)
  return unique.map((value): ImportedValue => {
    if (value.target === 'phone' && value !== mainPhone) return { ...value, target: 'morePhones' }
    if (value.target === 'email' && value !== mainEmail)
      return { ...value, target: 'moreEmails', label: 'work' }
    return value === website ? { ...value, target: 'website' } : value
  })
}

/** Two values with the same key are the same phone, email or link, written differently. */
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

/** What is being read: `parts` are the texts without a field so far, `taken` those with one. */
type Reading = { parts: Part[]; email: string; domain: string; taken: Map<Target, string[]> }

/** Moves texts to their fields one field at a time, and returns them and the texts that are left. */
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

/** Takes the first pronouns, which may be a part of a text, such as `Ada Lovelace (she/her)`. */
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

/** Returns the recognized pieces of a text, or the whole text. */
function piecesOf(text: string, reading: Reading): string[] {
  if (isName(text) || isDomainName(text, reading)) return [text]
  for (const separator of separators) {
    const at = text.search(separator)
    if (at < 1) continue
    const first = text.slice(0, at)
    const rest = text.slice(at).replace(separator, '')
    const pieces = [first, ...piecesOf(rest, reading)]
    const kinds = pieces.map((piece) => kindOf(piece, reading))
    // Two texts for one field, or a name after something else, mean that the separator is part of the text.
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

/** Takes the name that the email spells, else one that other texts confirm. */
function takeName(reading: Reading): void {
  const { parts, email } = reading
  const byEmail = parts.findIndex(
    ({ text }) => isNameInEmail(text, email) && (isName(text) || isSingleName(text, reading)),
  )
  const at = byEmail >= 0 ? byEmail : confirmedNameAt(reading)
  const found = parts[at]
  if (!found) return
  reading.taken.set('name', [found.text])
  reading.parts = parts.toSpliced(at, 1)
}

/** Whether the text may be a first name alone, `Ada`, or a name without capitals, `ada lovelace`. */
function isSingleName(text: string, reading: Reading): boolean {
  const isOneName = /^\p{Lu}\p{L}{1,20}$|^\p{Ll}{2,20}(?: \p{Ll}{2,20}){1,2}$/u.test(text)
  return isOneName && !isDomainName(text, reading) && !isTitle(text)
}

/** Returns the index of a name that the email does not spell, among the first three texts; -1 if there is none. */
function confirmedNameAt(reading: Reading): number {
  const { parts, email } = reading
  const at = parts.slice(0, 3).findIndex(({ text }) => kindOf(text, reading) === 'name')
  const local = email.split('@')[0] ?? ''
  const isSpelled = /^\p{L}+[._]\p{L}{2,}/u.test(local) && !teamMailbox.test(local)
  // `grace.hopper@` spells another name than `Ada Lovelace`. It cannot spell a name in another script.
  if (isSpelled && isLatin(parts[at]?.text ?? '')) return -1
  return at >= 0 && hasEvidence(reading, at) ? at : -1
}

/** Whether a title, company or department is at most two texts away. */
function hasEvidence(reading: Reading, at: number): boolean {
  return reading.parts
    .filter((_, other) => other !== at && Math.abs(other - at) <= 2)
    .some(({ text }) => ['title', 'company', 'department'].includes(kindOf(text, reading) ?? ''))
}

/** Takes the first text that matches. */
function takeFirst(reading: Reading, target: Target, matches: (text: string) => boolean): void {
  const at = reading.parts.findIndex(({ text }) => matches(text))
  const found = reading.parts[at]
  if (!found) return
  reading.taken.set(target, [found.text])
  reading.parts = reading.parts.toSpliced(at, 1)
}
