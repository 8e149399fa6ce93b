/** Reads the contacts in a contact file (vCard). */
import { components, splitName } from '../../card/contact/vcard-name.ts'
import { readVcards, type VcardProperty } from '../../card/contact/vcard-reader.ts'
import type { ContactLabel } from '../../schema/cards/card-fields.ts'
import { phoneOfUri } from '../../schema/phone-text.ts'
import { decodedEscapes, withoutInvisible } from '../../schema/text.ts'
import {
  type ImportedContact,
  type ImportedValue,
  nameParts,
  valuesOf,
} from './imported-contact.ts'
import { networkByName, networkByUrl, parseSocialUrl } from './social-url.ts'

/** The maximum number of phones, emails, addresses, links or profiles to read per contact. */
const maxOfKind = 100
const maxNameToSplit = 1000

/** Returns the contacts in a contact file, or in its text. Leaves out groups and contacts without a value. */
export function readContactFile(file: Uint8Array | string): ImportedContact[] {
  return readVcards(file)
    .filter((card) => !card.some(isGroup))
    .map(contactOf)
    .filter(({ values }) => values.length > 0)
}

type Card = VcardProperty[]

function isGroup({ name, value }: VcardProperty): boolean {
  return /^(?:KIND|X-ADDRESSBOOKSERVER-KIND)$/.test(name) && /^\s*group\s*$/i.test(value)
}

function contactOf(card: Card): ImportedContact {
  const notes = textsOf(card, 'NOTE').join('\n')
  const [, pronouns] = /^Pronouns: (.{1,40})$/m.exec(notes) ?? []
  const about = notes.replace(/^Pronouns: .{1,40}$/m, '').trim()
  const [company, department] = first(card, 'ORG')
  const values = [
    ...nameValues(card),
    ...valuesOf('pronouns', pronouns ?? textsOf(card, 'PRONOUNS')[0]),
    ...valuesOf('title', textsOf(card, 'TITLE')[0] ?? textsOf(card, 'ROLE')[0]),
    ...valuesOf('company', company),
    ...valuesOf('department', department),
    ...phonesOf(card),
    ...emailsOf(card),
    ...addressesOf(card),
    ...linksOf(card),
    ...valuesOf('about', about),
  ]
  return { values, photo: photoOf(card) }
}

/** Returns the display name, with its parts if phones would split it differently. */
function nameValues(card: Card): ImportedValue[] {
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = namePartsOf(card)
  const parts = { prefix, given, additional, family, suffix }
  const shown = textsOf(card, 'FN')[0]?.trim()
  const name = shown || Object.values(parts).filter(Boolean).join(' ')
  if (name.length > maxNameToSplit) return valuesOf('name', name)
  const split = splitName(name)
  const isSame = nameParts.every((part) => parts[part] === split[part])
  if (isSame || !(family && given)) return valuesOf('name', name)
  return [...valuesOf('name', name), ...nameParts.flatMap((part) => valuesOf(part, parts[part]))]
}

/** Returns the parts of the name in the language of the display name. Each may be a list (RFC 6350 6.2.2). */
function namePartsOf(card: Card): string[] {
  const names = preferredFirst(card, 'N')
  const language = languageOf(preferredFirst(card, 'FN')[0])
  const name = names.find((each) => languageOf(each) === language) ?? names[0]
  const lists = (name?.value ?? '').replace(/(\\.)|,(?=\S)/gs, (_, escaped) => escaped ?? listMark)
  return components(lists).map((part, at) =>
    part.replaceAll(listMark, at === suffixAt ? ', ' : ' ').trim(),
  )
}

// A character that no text contains. A comma followed by a space does not separate, as in `King, Jr.`.
const listMark = '\u001f'
const suffixAt = 4

function languageOf(property: VcardProperty | undefined): string | undefined {
  return property?.parameters.get('language')?.toLowerCase()
}

/** Phones repeat a number for each app that uses it, with or without its country code: each number counts once. */
function phonesOf(card: Card): ImportedValue[] {
  const captions = captionsOf(card)
  const phones: Phone[] = []
  for (const property of preferredFirst(card, 'TEL')) {
    const value = visible(property).trim()
    const text = /^tel:/i.test(value) ? phoneOfUri(value) : value
    const phone = { text, label: labelOf(property, captions), number: plainNumber(text) }
    const known = phones.find((each) => isRepeated(each, phone))
    if (!known) phones.push(phone)
    else if (phone.label === 'mobile') known.label = phone.label
  }
  return phones
    .filter(({ text }) => text)
    .map(({ text, label }, at) => ({ text, label, target: at === 0 ? 'phone' : 'morePhones' }))
}

type Phone = { text: string; label: ContactLabel; number: string }

/** Returns the digits of a text that is only a number; otherwise the text. */
function plainNumber(text: string): string {
  if (!/^[+\d ().-]+$/.test(text)) return text
  const digits = text.replace(/\( ?0 ?\)|[^+\d]/g, '')
  return digits.replace(/^00/, '+')
}

/** Whether both have the same digits, apart from a country code. Stricter than `isSamePhone`: what is left out is lost. */
function isRepeated({ number: one }: Phone, { number: other }: Phone): boolean {
  const [long, short] = one.startsWith('+') ? [one, other] : [other, one]
  const [, national] = /^0?([1-9]\d{8,})$/.exec(short) ?? []
  return (
    one === other || (national !== undefined && long.startsWith('+') && long.endsWith(national))
  )
}

function emailsOf(card: Card): ImportedValue[] {
  const captions = captionsOf(card)
  return preferredFirst(card, 'EMAIL')
    .flatMap((property) => {
      const label = labelOf(property, captions)
      return emailsIn(visible(property)).map((text) => ({ text, label }))
    })
    .slice(0, maxOfKind)
    .filter(
      ({ text }, at, all) =>
        all.findIndex((email) => email.text.toLowerCase() === text.toLowerCase()) === at,
    )
    .map((email, at) => ({ ...email, target: at === 0 ? 'email' : 'moreEmails' }))
}

/** Returns the emails in a field, which may have several, or a name beside the email. */
function emailsIn(text: string): string[] {
  const bare = text
    .slice(0, 1000)
    .replace(/^\s*mailto:([^?]*).*$/is, '$1')
    .trim()
  const found = bare.split(/[\s<>()[\]",;:]/).filter((word) => /.@./.test(word))
  return found.length > 0 || !bare ? found : [bare]
}

/** Returns the addresses. Some programs write only the lines for a letter. */
function addressesOf(card: Card): ImportedValue[] {
  const lines = preferredFirst(card, 'ADR').map((property) => {
    const [box, more, street, city, region, code, country] = components(property.value)
    const all = [street, more, box, [code, city].filter(Boolean).join(' '), region, country]
    return all.filter(Boolean).join('\n').trim() || letterLabel(property.parameters.get('label'))
  })
  const texts = lines.some(Boolean) ? lines : textsOf(card, 'LABEL')
  return texts
    .filter((text) => text.trim())
    .map((text, at) => ({ text: text.trim(), target: at === 0 ? 'address' : undefined }))
}

/** Returns the text of a parameter with line breaks and quotes unescaped (RFC 6868). */
function letterLabel(parameter = ''): string {
  const marks: Record<string, string> = { n: '\n', "'": '"', '^': '^' }
  return components(parameter.replace(/\^([n'^])/g, (_, mark) => marks[mark] ?? '')).join(';')
}

function linksOf(card: Card): ImportedValue[] {
  const captions = captionsOf(card)
  const profiles = card.filter(isProfile).slice(0, maxOfKind).flatMap(profileOf)
  const isOwn = /^-\/\/.*\/\/Contact\/\/EN$/.test(textsOf(card, 'PRODID')[0] ?? '')
  const profileUrls = new Set(profiles.map(({ text }) => text))
  let hasWebsite = false
  const urls = all(card, 'URL').flatMap((property): ImportedValue[] => {
    const text = visible(property).trim()
    const caption = captions.get(property.group) ?? ''
    // The card's own page, in a contact file of this product or exported again by an address book.
    const isCard = (isOwn && property.group === 'item1') || caption === 'Digital card'
    if (!text || isCard || profileUrls.has(text)) return []
    const network = networkByUrl(text) ?? networkByName(caption)
    if (network) return [{ text, target: 'social', network }]
    const target = hasWebsite ? undefined : 'website'
    hasWebsite = true
    return [{ text, target, caption }]
  })
  return distinct([...urls, ...profiles])
}

function isProfile({ name }: VcardProperty): boolean {
  return /^(?:(?:X-)?SOCIALPROFILE|IMPP)$/.test(name) || networkOfName(name) !== undefined
}

/** Returns the network of a property such as `X-TWITTER`, which older programs write. */
function networkOfName(name: string): string | undefined {
  return name.startsWith('X-') ? networkByName(name.slice(2)) : undefined
}

function profileOf({ name, types, parameters, ...property }: VcardProperty): ImportedValue[] {
  const services = ['service-type', 'x-service-type'].map((key) => parameters.get(key) ?? '')
  const names = [...services, ...types].filter((each) => each && !generalTypes.has(each))
  // Apple's Contacts writes `x-apple:` before the handle.
  const text = visible(property)
    .replace(/^x-apple:(.*)/is, (_, handle) => decodedEscapes(handle))
    .trim()
  const known = names.map(networkByName).find(Boolean) ?? networkOfName(name)
  const network = networkByUrl(text) ?? known ?? names[0]?.toLowerCase()
  if (!network) return []
  if (/^https?:/i.test(text)) return [{ text, target: 'social', network }]
  const handles = [text, parameters.get('x-user') ?? '', parameters.get('username') ?? '']
  // Without this check, the handle of a network without handles would be read as a host.
  const url = handles
    .map((handle) => parseSocialUrl(network, handle) ?? '')
    .find((link) => networkByUrl(link) === network)
  return url ? [{ text: url, target: 'social', network }] : []
}

const generalTypes = new Set(['pref', 'home', 'work', 'other', 'internet'])

function distinct(values: ImportedValue[]): ImportedValue[] {
  return [...new Map(values.map((value) => [value.text, value])).values()]
}

function photoOf(card: Card): File | undefined {
  return all(card, 'PHOTO').flatMap((property) => imageOf(property) ?? [])[0]
}

function imageOf({ value }: VcardProperty): File | undefined {
  // Some programs escape data URIs as if they were text.
  const bare = value.replace(/\\n|\\|\s+/gi, '')
  const base64 = bare
    .replace(/^data:[^,]{0,100};base64,/i, '')
    .replace(/%(2B|2F|3D)/gi, decodeURIComponent)
  if (base64.length < 100 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const bytes = bytesOf(base64)
  const type = imageType(bytes)
  return type ? new File([bytes], 'photo', { type }) : undefined
}

// `Uint8Array.fromBase64` is too new for the browsers we support.
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

// The type in the file is often wrong or missing.
function imageType([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xd8) return 'image/jpeg'
  if (first === 0x89 && second === 0x50) return 'image/png'
  return first === 0x47 && second === 0x49 ? 'image/gif' : undefined
}

function all(card: Card, name: string): Card {
  return card.filter((property) => property.name === name && property.value).slice(0, maxOfKind)
}

function preferredFirst(card: Card, name: string): Card {
  return all(card, name).toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Returns how preferred a value is: 1 most, 100 least (RFC 6350 5.3), 101 if it does not say. */
function rankOf({ types, parameters }: VcardProperty): number {
  const rank = parameters.get('pref')
  if (rank !== undefined) return Number(rank) || 100
  return types.includes('pref') ? 1 : 101
}

/** Returns the labels of groups of properties, as Apple and Google write them. */
function captionsOf(card: Card): Map<string, string> {
  const labels = card.filter(({ name, group }) => name === 'X-ABLABEL' && group)
  return new Map(
    labels.map((property) => [
      property.group,
      plain(property)
        .replace(/^_\$!<|>!\$_$/g, '')
        .trim(),
    ]),
  )
}

function labelOf({ types, group }: VcardProperty, captions: Map<string, string>): ContactLabel {
  const all = [...types, captions.get(group)?.toLowerCase() ?? '']
  if (all.some((type) => type.endsWith('fax'))) return 'fax'
  const label = (words: RegExp) => all.some((type) => words.test(type))
  if (label(mobileWords)) return 'mobile'
  if (label(workWords)) return 'work'
  return label(homeWords) ? 'home' : 'other'
}

// Some programs write them in the user's language.
const mobileWords =
  /^(?:cell|mobile?|iphone|mobiltelefon|handy|natel|portable|móvil|celular|cellulare|telemóvel|携帯(?:電話)?)$/
const workWords =
  /^(?:work|arbeit|geschäftlich|dienstlich|büro|firma|travail|bureau|trabajo|oficina|trabalho|lavoro|ufficio|勤務先|仕事|会社)$/
const homeWords = /^(?:home|privat|zuhause|domicile|maison|casa|hogar|自宅)$/

function textsOf(card: Card, name: string): string[] {
  return preferredFirst(card, name).map(plain)
}

function first(card: Card, name: string): string[] {
  return components(preferredFirst(card, name)[0]?.value ?? '').map((part) => part.trim())
}

function plain({ value }: Pick<VcardProperty, 'value'>): string {
  return components(value).join(';')
}

/** Returns the text without the direction marks and zero-width characters that are often copied with a value. */
function visible(property: Pick<VcardProperty, 'value'>): string {
  return withoutInvisible(plain(property))
}
