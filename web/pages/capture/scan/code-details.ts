import { readContactFile } from '../../../contact-details/contact-file.ts'
import { detailsOf, type FoundDetails } from './found-details.ts'

const maxAnswer = 2000

/**
 * What the text of a code says. A vCard and a MeCard are contact details, a link is kept and not opened. Anything else,
 * such as a registration number, stays as it is: a wrong name would be worse than none.
 */
export function readCodeText(code: string): FoundDetails {
  const text = code.replaceAll('\u0000', '').trim().slice(0, maxAnswer)
  const lines: string[] = []
  if (/^BEGIN:VCARD/i.test(text)) {
    const [contact] = readContactFile(code)
    if (contact) return detailsOf(contact)
  }
  if (/^MECARD:/i.test(text)) return { answers: mecardAnswers(text.slice(7)), lines }
  const [, email] = /^mailto:([^?\s]+)/i.exec(text) ?? []
  if (email) return { answers: { email: decoded(email) }, lines }
  const [, phone] = /^tel:([+\d()./ -]{3,40})$/i.exec(text) ?? []
  if (phone) return { answers: { phone }, lines }
  if (/^(https?:\/\/|www\.)\S+$/i.test(text)) return { answers: { website: text }, lines }
  return { answers: text ? { code: text } : {}, lines }
}

/** NTT DOCOMO's format: `N:Lovelace,Ada;TEL:+44…;EMAIL:…;;`, with a backslash before special characters. */
function mecardAnswers(text: string): FoundDetails['answers'] {
  const found = new Map<string, string>()
  for (const property of splitAt(text, ';')) {
    const at = property.indexOf(':')
    const key = property.slice(0, at).trim().toUpperCase()
    const value = property.slice(at + 1).trim()
    if (at > 0 && value && !found.has(key)) found.set(key, value)
  }
  const plain = (key: string) => found.get(key)?.replace(/\\(.)/g, '$1').trim()
  const name = splitAt(found.get('N') ?? '', ',').map((part) => part.replace(/\\(.)/g, '$1').trim())
  const answers = {
    // The family name comes first.
    name: [...name.slice(1), name[0]].filter(Boolean).join(' '),
    ...{ company: plain('ORG'), title: plain('TITLE') ?? plain('ROLE'), email: plain('EMAIL') },
    ...{ phone: plain('TEL'), website: plain('URL') },
    address: splitAt(found.get('ADR') ?? '', ',')
      .map((part) => part.replace(/\\(.)/g, '$1').trim())
      .filter(Boolean)
      .join('\n'),
  }
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value))
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
