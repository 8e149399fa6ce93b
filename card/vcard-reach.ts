/** Phones and e-mails of a contact file, typed so that importers label them alike. */
import type { ContactLabel, PublicCard } from '../schema/card.ts'
import { clean, escaped } from './vcard-line.ts'

// Android takes the first type it knows, none for HOME and only VOICE for OTHER; PREF is read in upper case alone.
const phoneTypes: Record<ContactLabel, string> = {
  mobile: 'CELL,VOICE',
  work: 'WORK,VOICE',
  home: 'HOME,VOICE',
  fax: 'WORK,FAX',
  other: 'VOICE',
}

// Only INTERNET would become a label of that name on Android, so the others carry no type at all.
const emailTypes: Record<ContactLabel, string> = {
  mobile: 'CELL,INTERNET',
  work: 'WORK,INTERNET',
  home: 'HOME,INTERNET',
  fax: '',
  other: '',
}

export function phoneLines({ phone, customizations }: PublicCard): string[] {
  const all = reached({ first: phone, label: 'mobile', more: customizations.phones }, dialable)
  return all.map(({ label, value }, at) =>
    line('TEL', [phoneTypes[label], at === 0 ? 'PREF' : ''], value),
  )
}

export function emailLines({ email, customizations }: PublicCard): string[] {
  const all = reached({ first: email, label: 'work', more: customizations.emails }, (text) => text)
  return all.map(({ label, value }, at) =>
    line('EMAIL', [emailTypes[label], at === 0 ? 'PREF' : ''], value),
  )
}

type Labelled = { label: ContactLabel; value: string }
type Given = { first: string | null; label: ContactLabel; more: Labelled[] | null | undefined }

/** The first and then the others, each once; the first takes its label from the list when it stands there too. */
function reached({ first, label, more }: Given, write: (text: string) => string): Labelled[] {
  const others = (more ?? []).map((item) => ({ ...item, value: write(oneLine(item.value)) }))
  const main = write(oneLine(first))
  const same = others.find(({ value }) => value === main)
  return [{ label: same?.label ?? label, value: main }, ...others].filter(
    ({ value }, at, all) => value !== '' && all.findIndex((item) => item.value === value) === at,
  )
}

function oneLine(text: string | null): string {
  return clean(text).replaceAll('\n', ' ')
}

/** Without the marks people write between digits, and with `+` for `00`; anything with words in it stays as written. */
export function dialable(phone: string): string {
  if (!/^[+\d\s().\-/\u00a0\u2010-\u2015]+$/.test(phone)) return phone
  const international = phone.trim().replace(/^00(?=\d{2}[\d\s().\-/]{6})/, '+')
  const digits = international.startsWith('+') ? international.replace('(0)', '') : international
  return digits.replace(/[^+\d]/g, '')
}

function line(property: string, types: string[], value: string): string {
  const known = types.filter(Boolean).join(',')
  return `${property}${known ? `;TYPE=${known}` : ''}:${escaped(value)}`
}
