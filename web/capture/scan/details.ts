import { hasVcard } from '../../../card/contact/vcard-reader.ts'
import { mailHref } from '../../../card/links.ts'
import { phoneOfUri, readPhoneText } from '../../../schema/phone-text.ts'
import { decodedEscapes, Email } from '../../../schema/text.ts'
import { readContactFile } from '../../contact-details/contact-file.ts'
import type { ImportedContact, ImportedValue } from '../../contact-details/imported-contact.ts'
import { readSignature } from '../../contact-details/signature.ts'
import type { FieldName, LeadDraft } from '../lead-draft.ts'

/** What a code or a picture says: values of fields, and lines without one. */
export type FoundDetails = { answers: Partial<Record<FieldName, string>>; lines: string[] }

/** The fields of an imported contact that a lead has as well, but phones. */
const sharedFields = ['name', 'title', 'company', 'email', 'website', 'address'] as const

/** The details of a contact. What no field of a lead can hold becomes a line of the note. */
function detailsOf({ values }: ImportedContact): FoundDetails {
  const answers: FoundDetails['answers'] = {}
  const lines: string[] = []
  for (const value of values) {
    const field = isPhone(value)
      ? phoneField(value)
      : sharedFields.find((name) => name === value.target)
    if (field && !answers[field]) answers[field] = value.text
    else if (!isNamePart(value)) lines.push(value.text)
  }
  return { answers, lines }
}

const maxNote = 2000

/** Fills empty fields of the draft, and adds values that differ from typed ones to the note. */
export function withDetails(draft: LeadDraft, { answers, lines }: FoundDetails): LeadDraft {
  const filled = { ...draft.answers }
  const notes: string[] = []
  for (const [name, found] of Object.entries(answers)) {
    const field = Object.keys(filled).find((key): key is FieldName => key === name)
    if (!field || !found) continue
    if (filled[field].trim() === '') filled[field] = found
    else if (filled[field].trim() !== found) notes.push(found)
  }
  const known = new Set([draft.note, ...draft.note.split('\n')])
  const added = [...notes, ...lines].filter((line) => !known.has(line))
  const note = [draft.note.trim(), ...added].filter(Boolean).join('\n')
  return { ...draft, answers: filled, note: note.length > maxNote ? draft.note : note }
}

export function isNothing({ answers, lines }: FoundDetails): boolean {
  return Object.keys(answers).length + lines.length === 0
}

function isPhone({ target }: ImportedValue): boolean {
  return target === 'phone' || target === 'morePhones'
}

function phoneField({ label }: ImportedValue): FieldName | undefined {
  if (label === 'fax') return undefined
  return label === 'mobile' ? 'mobile' : 'phone'
}

function isNamePart({ target }: ImportedValue): boolean {
  return ['prefix', 'given', 'additional', 'family', 'suffix'].includes(target ?? '')
}

const maxLines = 60

/** Reads contact details from the recognized text of a paper card; undefined if there are none. */
export function readCardText(recognized: string): FoundDetails | undefined {
  const lines = recognized.split('\n').map(corrected).filter(isText).slice(0, maxLines)
  const contact = readSignature(lines.join('\n'))
  return contact && withPlainEmail(detailsOf(contact))
}

/** Corrects an email: lowercases the domain, and turns l or I into the digit 1 in a counter, as in `mori11@…`. */
function withPlainEmail({ answers, lines }: FoundDetails): FoundDetails {
  if (!answers.email) return { answers, lines }
  const [local = '', domain = ''] = answers.email.split('@')
  const [, word = '', end = ''] = /^(\p{L}{3,30}?)([lI1\d]{1,4})$/u.exec(local) ?? []
  const names = [answers.name, ...lines].flatMap((text) => plainText(text ?? '').split(/[^a-z]+/))
  const isCounted =
    end !== '' && names.includes(plainText(word)) && !names.includes(plainText(local))
  const plain = isCounted ? word + end.replace(/[lI]/g, '1') : local
  return { answers: { ...answers, email: `${plain}@${domain.toLowerCase()}` }, lines }
}

function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\s]/gu, '')
    .toLowerCase()
}

/** Whether the line has two letters or digits in a row; other lines are decoration. */
function isText(line: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(line)
}

/** Corrects frequent errors of text recognition in email addresses and URLs. */
function corrected(line: string): string {
  return (
    line
      .replace(/[|¦]/g, ' ')
      // @ read as © or ®.
      .replace(/(?<=[\w.-]{2}) ?[©®] ?(?=[\w-]{1,63} ?\. ?[a-z]{2})/gi, '@')
      .replace(/(?<=[\w.+-]) ?@ ?(?=[\w-])/g, '@')
      .replace(/(@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}) ?\. ?(?=[a-z]{2,24}\b)/gi, '$1.')
      // A dot that was not read.
      .replace(/(@[\w-]{1,63}) (?=[a-z]{2,12}$)/, '$1.')
      .replace(/(@[\w-]{1,63}\.(?:co|com|ac|or|ne|org)) (?=[a-z]{2}$)/i, '$1.')
      .replace(/\bwww ?\. ?/gi, 'www.')
      .replace(/https? ?: ?\/ ?\/ ?/gi, (start) => start.replaceAll(' ', ''))
      .replace(/ {2,}/g, ' ')
      .trim()
  )
}

const maxAnswer = 2000

/**
 * Reads the text of a code: a vCard or MeCard as contact details, a link as a website, which is not opened. Other text,
 * such as a registration number, is kept as it is: a wrong name would be worse than none.
 */
export function readCodeText(code: string): FoundDetails {
  const text = code.replaceAll('\u0000', '').trim().slice(0, maxAnswer)
  const lines: string[] = []
  // It may follow a byte order mark.
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
