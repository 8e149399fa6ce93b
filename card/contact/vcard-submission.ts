/** Writes form submissions as contacts (vCard 3.0) for the owner's address book. */
import { type Submission, sourceName, submitterName } from '../../schema/inbox/inbox.ts'
import { safeLink } from '../../schema/link.ts'
import { trimInvisible } from '../../schema/text.ts'
import { dialableNumber } from './phone.ts'
import { escapeComponent, escapeValue, foldLine, oneLine, sanitizeText } from './vcard-lines.ts'
import { contactName } from './vcard-name.ts'

const noteMax = 4000

type Written = {
  /** The form's field labels. */
  labels: Record<string, string>
  /** The product's origin, without a trailing slash. */
  origin: string
}

export function submissionContact(submission: Submission, { labels, origin }: Written): string {
  const { name, email, phone, mobile, company, title, website, address } = submission.formData
  const shown = oneLine(submitterName(submission.formData))
  const url = webAddress(website)
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${nameParts(oneLine(name), shown)}`,
    `FN:${escapeValue(shown)}`,
    ...property('ORG', oneLine(company)),
    ...property('TITLE', oneLine(title)),
    ...telephone('CELL', mobile),
    ...telephone(mobile ? 'WORK' : 'CELL', phone),
    ...property('EMAIL;TYPE=INTERNET', trimInvisible(oneLine(email))),
    // A URI, whose commas and semicolons are not escaped (RFC 2426 3.6.8).
    ...(url ? [`URL:${url}`] : []),
    ...(oneLine(address) ? [`ADR;TYPE=WORK:;;${escapeComponent(address)};;;;`] : []),
    `NOTE:${escapeValue(note(submission, labels))}`,
    `UID:${origin}/inbox/${submission.cardId}?entry=${submission.id}`,
    `REV:${submission.timestamp.replace(/\.\d+Z$/, 'Z')}`,
    'END:VCARD',
  ]
  return lines.map(foldLine).join('')
}

// An empty property is not written, because phones show it as a blank row.
function property(name: string, value: string): string[] {
  return value ? [`${name}:${escapeValue(value)}`] : []
}

function telephone(type: 'CELL' | 'WORK', phone: string | undefined): string[] {
  const number = dialableNumber(oneLine(phone))
  return /[\p{L}\p{N}]/u.test(number) ? property(`TEL;TYPE=${type},VOICE`, number) : []
}

/** Returns the typed website in ASCII with its scheme; undefined if it is not a link. */
function webAddress(website: string | undefined): string | undefined {
  const link = safeLink(website)
  if (!link || !/^https?:/i.test(link)) return undefined
  return /^[!-~]*$/.test(link) ? link : new URL(link).href
}

function nameParts(name: string, shown: string): string {
  const { family, given, additional, prefix, suffix } = contactName(name)
  const parts = [family, given, additional, prefix, suffix].map(escapeComponent)
  return parts.some(Boolean) ? parts.join(';') : `;${escapeComponent(shown)};;;`
}

// The answers that have a property of their own; all others go into the note.
const ownProperties = [
  ...['name', 'email', 'phone', 'mobile', 'company', 'title', 'website', 'address'],
]

function note(submission: Submission, labels: Record<string, string>): string {
  const { formData, source, sharePoint, event, place, rating } = submission
  const timestamp = submission.capturedAt ?? submission.timestamp
  const answers = Object.entries(formData)
    .filter(([key, answer]) =>
      key === 'website' ? !webAddress(answer) : !ownProperties.includes(key),
    )
    .map(([key, answer]) => `${oneLine(labels[key] ?? key)}: ${sanitizeText(answer)}`)
  const met = [
    event ?? sourceName(source, sharePoint),
    place === 'Unknown' ? '' : place,
    timestamp.slice(0, 10),
  ]
  const lines = [
    `Where we met: ${met.filter(Boolean).join(', ')}`,
    rating && `Rating: ${rating}`,
    ...answers,
    sanitizeText(submission.note),
  ]
  return [...sanitizeText(lines.filter(Boolean).join('\n'))].slice(0, noteMax).join('')
}
