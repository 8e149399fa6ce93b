/** Reads contact files: vCard 2.1, 3.0 and 4.0. */
import Vcf from 'vcf'
import { components, splitName } from '../../card/contact/vcard-name.ts'
import type { ContactLabel } from '../../schema/card-fields.ts'
import { trimInvisible } from '../../schema/text.ts'
import type { ImportedContact, ImportedValue, Target } from './imported-contact.ts'
import { networkByName, networkByUrl } from './network-by-url.ts'
import { vcardsIn } from './vcard-text.ts'

/** Returns the contacts of the file that have any value; cards that cannot be parsed are left out. */
export function readContactFile(text: string): ImportedContact[] {
  return vcardsIn(text).flatMap((card) => {
    const parsed = parse(card)
    const contact = parsed && contactOf(parsed)
    return contact && contact.values.length > 0 ? [contact] : []
  })
}

function parse(card: string): Vcf | undefined {
  try {
    return new Vcf().parse(card)
  } catch {
    return undefined
  }
}

function contactOf(card: Vcf): ImportedContact {
  const notes = textsOf(card, 'note').join('\n')
  const [, pronouns] = /^Pronouns: (.{1,40})$/m.exec(notes) ?? []
  const about = notes.replace(/^Pronouns: .{1,40}$/m, '').trim()
  const [company, department] = first(card, 'org')
  const values = [
    ...nameValues(card),
    ...valuesOf('pronouns', pronouns ?? textsOf(card, 'pronouns')[0]),
    ...valuesOf('title', textsOf(card, 'title')[0] ?? textsOf(card, 'role')[0]),
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

function valuesOf(target: Target, text: string | undefined): ImportedValue[] {
  const trimmed = text?.trim()
  return trimmed ? [{ target, text: trimmed }] : []
}

/** The display name, and its parts where phones would split it differently. */
function nameValues(card: Vcf): ImportedValue[] {
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = first(card, 'n')
  const parts = { prefix, given, additional, family, suffix }
  const shown = textsOf(card, 'fn')[0]?.trim()
  const name = shown || [prefix, given, additional, family, suffix].filter(Boolean).join(' ')
  const split = splitName(name)
  const isSame = (['prefix', 'given', 'additional', 'family', 'suffix'] as const).every(
    (part) => parts[part] === split[part],
  )
  if (isSame || !(family && given)) return valuesOf('name', name)
  return [
    ...valuesOf('name', name),
    ...valuesOf('prefix', prefix),
    ...valuesOf('given', given),
    ...valuesOf('additional', additional),
    ...valuesOf('family', family),
    ...valuesOf('suffix', suffix),
  ]
}

function phonesOf(card: Vcf): ImportedValue[] {
  return preferredFirst(card, 'tel').flatMap((property, at) => {
    const text = plain(property.valueOf()).replace(/^tel:/i, '').replace(/;ext=/i, ' x').trim()
    const target = at === 0 ? 'phone' : 'morePhones'
    return text ? [{ text, target, label: labelOf(property) } satisfies ImportedValue] : []
  })
}

function emailsOf(card: Vcf): ImportedValue[] {
  return preferredFirst(card, 'email').flatMap((property, at) => {
    const text = trimInvisible(plain(property.valueOf()).replace(/^mailto:/i, ''))
    const target = at === 0 ? 'email' : 'moreEmails'
    return text ? [{ text, target, label: labelOf(property) } satisfies ImportedValue] : []
  })
}

function addressesOf(card: Vcf): ImportedValue[] {
  return preferredFirst(card, 'adr').flatMap((property, at) => {
    const [box, more, street, city, region, code, country] = components(property.valueOf())
    const lines = [street, more, box, [code, city].filter(Boolean).join(' '), region, country]
    const text = lines.filter(Boolean).join('\n').trim()
    return text ? [{ text, target: at === 0 ? 'address' : undefined } satisfies ImportedValue] : []
  })
}

function linksOf(card: Vcf): ImportedValue[] {
  const labels = all(card, 'xAbLabel')
  let hasWebsite = false
  const urls = all(card, 'url').flatMap((property): ImportedValue[] => {
    const text = trimInvisible(plain(property.valueOf()))
    const label = labels.find(({ group }) => group && group === property.group)?.valueOf() ?? ''
    const caption = plain(label)
      .replace(/^_\$!<|>!\$_$/g, '')
      .trim()
    // The page of an Edgecard card, written by its own contact file.
    if (!text || caption === 'Digital card') return []
    const network = networkByUrl(text)
    if (network) return [{ text, target: 'social', network }]
    const target = hasWebsite ? undefined : 'website'
    hasWebsite = true
    return [{ text, target, caption }]
  })
  const profiles = [...all(card, 'xSocialprofile'), ...all(card, 'socialprofile')]
  return distinct([...urls, ...profiles.flatMap(profileOf)])
}

function profileOf(property: Property): ImportedValue[] {
  const text = trimInvisible(plain(property.valueOf()))
  const [type = ''] = typesOf(property)
  const network = networkByUrl(text) ?? networkByName(type) ?? type
  return /^https?:/i.test(text) && network ? [{ text, target: 'social', network }] : []
}

function distinct(values: ImportedValue[]): ImportedValue[] {
  return values.filter(({ text }, at) => values.findIndex((other) => other.text === text) === at)
}

function photoOf(card: Vcf): File | undefined {
  const [property] = all(card, 'photo')
  const value = property?.valueOf() ?? ''
  const [, base64 = value] = /^data:image\/[\w.+-]{1,40};base64,([\s\S]*)$/i.exec(value) ?? []
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

type Property = { valueOf(): string; type?: string | string[]; pref?: string; group?: string }

function all(card: Vcf, name: string): Property[] {
  const found = card.get(name)
  const list = Array.isArray(found) ? found : found ? [found] : []
  return list.filter((property) => typeof property.valueOf() === 'string')
}

function typesOf({ type }: Property): string[] {
  return (Array.isArray(type) ? type : type ? [type] : []).map((each) => each.toLowerCase())
}

function preferredFirst(card: Vcf, name: string): Property[] {
  return all(card, name).toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** 1 is preferred most, 100 least (RFC 6350 5.3). */
function rankOf(property: Property): number {
  if (property.pref !== undefined) return Number(property.pref) || 100
  return typesOf(property).includes('pref') ? 1 : 101
}

function labelOf(property: Property): ContactLabel {
  const types = typesOf(property)
  if (types.includes('fax')) return 'fax'
  if (types.some((type) => /^(cell|mobile|iphone)$/.test(type))) return 'mobile'
  if (types.includes('work')) return 'work'
  return types.includes('home') ? 'home' : 'other'
}

function textsOf(card: Vcf, name: string): string[] {
  return all(card, name).map((property) => plain(property.valueOf()))
}

function first(card: Vcf, name: string): string[] {
  return components(all(card, name)[0]?.valueOf() ?? '').map((part) => part.trim())
}

function plain(value: string): string {
  return components(value).join(';')
}
