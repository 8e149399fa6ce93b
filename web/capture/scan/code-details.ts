import { hasVcard } from '../../../card/contact/vcard-reader.ts'
import { mailHref } from '../../../card/links.ts'
import { phoneOfUri, readPhoneText } from '../../../schema/phone-text.ts'
import { decodedEscapes, Email } from '../../../schema/text.ts'
import { readContactFile } from '../../contact-details/contact-file.ts'
import type { FieldName } from '../lead-draft.ts'
import { detailsOf, type FoundDetails } from './found-details.ts'

const maxAnswer = 2000

/**
 * What the text of a code says. A vCard and a MeCard are contact details, a link is kept and not opened. Anything else,
 * such as a registration number, stays as it is: a wrong name would be worse than none.
 */
export function readCodeText(code: string): FoundDetails {
  const text = code.replaceAll('\u0000', '').trim().slice(0, maxAnswer)
  const lines: string[] = []
  // A byte order mark may be before it.
  if (/^[^!-~]*BEGIN/i.test(text) && hasVcard(text)) {
    const [contact] = readContactFile(code.replaceAll('\u0000', ''))
    if (contact) return detailsOf(contact)
  }
  if (/^MECARD:/i.test(text)) return mecardDetails(text.slice(7))
  const [, email] = /^mailto:([^?\s]+)/i.exec(text) ?? []
  if (email) return { answers: { email: decodedEscapes(email) }, lines }
  if (Email.safeParse(text).success) return { answers: { email: text }, lines }
  const [, to] = /^MATMSG:TO:([^;\s]+)/i.exec(text) ?? []
  if (to && mailHref(to)) return { answers: { email: to }, lines }
  const [, sms] = /^sms(?:to)?:([^:;?]+)/i.exec(text) ?? []
  if (sms && readPhoneText(sms)) return { answers: { phone: sms.trim() }, lines }
  if (/^(?:tel:|\+[\d ().-]+$)/i.test(text) && readPhoneText(text))
    return { answers: { phone: phoneOfUri(text).replace(/[-.]/g, ' ') }, lines }
  if (/^(https?:\/\/|www\.)\S+$/i.test(text)) return { answers: { website: text }, lines }
  return { answers: text ? { code: text } : {}, lines }
}

/**
 * NTT DOCOMO's format: `N:Lovelace,Ada;TEL:+44…;EMAIL:…;;`, with a backslash before special characters. Some generators
 * write lines instead.
 */
function mecardDetails(text: string): FoundDetails {
  const answers: FoundDetails['answers'] = {}
  const lines: string[] = []
  for (const property of splitAt(text.replace(/\r?\n(?=[a-z-]{1,12}:)/gi, ';'), ';')) {
    const [, key = '', typed = ''] = /^\s*([a-z-]{1,12}):([\s\S]*)$/i.exec(property) ?? []
    const field = mecardFields.get(key.toUpperCase())
    const value = field && mecardValue(field, typed)
    if (!value) continue
    if (field === 'note' || answers[field]) lines.push(value)
    else answers[field] = value
  }
  return { answers, lines }
}

const mecardFields = new Map<string, FieldName | 'note'>([
  ['N', 'name'],
  ['ORG', 'company'],
  ['TITLE', 'title'],
  ['ROLE', 'title'],
  ['EMAIL', 'email'],
  ['TEL', 'phone'],
  ['URL', 'website'],
  ['ADR', 'address'],
  ['NOTE', 'note'],
])

function mecardValue(field: FieldName | 'note', typed: string): string {
  const isList = field === 'name' || field === 'address'
  const parts = (isList ? splitAt(typed, ',') : [typed])
    .map((part) => part.replace(/\\(.)/g, '$1').trim())
    .filter(Boolean)
  // The family name comes first.
  return field === 'name' ? [...parts.slice(1), parts[0]].join(' ').trim() : parts.join('\n')
}

/** Splits where the character is not escaped. */
function splitAt(text: string, separator: string): string[] {
  const parts = ['']
  for (const [piece] of text.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === separator) parts.push('')
    else parts.push((parts.pop() ?? '') + piece)
  }
  return parts
}
