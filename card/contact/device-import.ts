/** Predicts how iPhone, Android and Outlook import a contact file. */
import { components } from './vcard-name.ts'
import { readVcards } from './vcard-reader.ts'

export const devices = ['iphone', 'android', 'outlook'] as const
export type Device = (typeof devices)[number]

/** A contact as the device displays it. */
export type ImportedContact = {
  /** The display name. */
  name: string
  /** The sort key. */
  sorted: string
  title: string
  company: string
  rows: Row[]
  note: string
  photo: boolean
  /** Values in the file that the device drops. */
  lost: string[]
}

/** Returns the first contact of the file as the device displays it after the import. */
export function importContact(file: string, device: Device): ImportedContact {
  const lines = linesOf(file)
  const value = (property: string) => lines.find(({ name }) => name === property)?.values ?? []
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = value('N')
  const [company = '', department = ''] = value('ORG')
  const built = [prefix, given, additional, family, suffix].filter(Boolean).join(' ')
  const [phonetic] = value('SORT-STRING')
  const sortedOnPhones = phonetic || family || given
  const { rows, lost } = rowsOf(lines, device)
  return {
    // Android shows the display name in the file; the others build it from the parts.
    name: (device === 'android' ? value('FN')[0] : built) || built || company,
    sorted: device === 'outlook' ? [family, given].filter(Boolean).join(', ') : sortedOnPhones,
    title: value('TITLE')[0] ?? '',
    company: [company, department].filter(Boolean).join(', '),
    rows,
    note: value('NOTE')[0] ?? '',
    // `contactFile` embeds photos only as JPEG.
    photo: lines.some(({ name, types }) => name === 'PHOTO' && types.has('JPEG')),
    lost,
  }
}

type Line = { name: string; group: string; types: Set<string>; values: string[] }

function linesOf(file: string): Line[] {
  const [card = []] = readVcards(file)
  return card.map(({ name, group, types, value }) => ({
    name,
    group,
    types: new Set(types.map((type) => type.toUpperCase())),
    // URIs are not escaped, so their semicolons are literal.
    values: /^(?:URL|PHOTO)$/.test(name) ? [value] : components(value),
  }))
}

type Row = { label: string; value: string }

/** Returns the rows in file order, and the values that are lost because the device has no field left for them. */
function rowsOf(lines: Line[], device: Device) {
  const taken = new Map<string, number>()
  const rows: Row[] = []
  const lost: string[] = []
  for (const line of lines) {
    const label = labelOf(line, lines, device)
    if (!label) continue
    const value = line.name === 'ADR' ? addressOf(line.values) : (line.values[0] ?? '')
    const nth = (taken.get(label) ?? 0) + 1
    taken.set(label, nth)
    if (device !== 'outlook' || nth <= (slots.get(label) ?? 1))
      rows.push({ label: nth > 1 && device === 'outlook' ? `${label} ${nth}` : label, value })
    else lost.push(`${label}: ${value}`)
  }
  return { rows, lost }
}

// Outlook has a fixed number of fields: these, and one of every other kind.
const slots = new Map([
  ['Business', 2],
  ['Home', 2],
  ['E-mail', 3],
])

function labelOf(line: Line, lines: Line[], device: Device): string | undefined {
  switch (line.name) {
    case 'TEL':
      return words[device][kindOf(line.types)]
    case 'EMAIL':
      return emailLabel(line.types, device)
    case 'ADR':
      return { iphone: 'work', android: 'Work', outlook: 'Business address' }[device]
    case 'URL':
      return linkLabel(line, lines, device)
  }
}

type Kind = 'mobile' | 'work' | 'home' | 'fax' | 'other'

const words: Record<Device, Record<Kind, string>> = {
  iphone: { mobile: 'mobile', work: 'work', home: 'home', fax: 'work fax', other: 'other' },
  android: { mobile: 'Mobile', work: 'Work', home: 'Home', fax: 'Work fax', other: 'Other' },
  outlook: {
    mobile: 'Mobile',
    work: 'Business',
    home: 'Home',
    fax: 'Business fax',
    other: 'Other',
  },
}

function kindOf(types: Set<string>): Kind {
  if (types.has('FAX')) return 'fax'
  if (types.has('CELL')) return 'mobile'
  if (types.has('WORK')) return 'work'
  return types.has('HOME') ? 'home' : 'other'
}

function emailLabel(types: Set<string>, device: Device): string {
  if (device === 'outlook') return 'E-mail'
  const kind = kindOf(types)
  return words[device][kind === 'mobile' && device === 'iphone' ? 'other' : kind]
}

// iPhone uses the label of the link's group. Android keeps the link without it.
function linkLabel({ group }: Line, lines: Line[], device: Device): string {
  if (device === 'outlook') return 'Web page'
  if (device === 'android') return 'Website'
  const label = lines.find((line) => line.name === 'X-ABLABEL' && line.group === group)
  return (group && label?.values[0]) || 'work'
}

function addressOf(values: string[]): string {
  return values.filter(Boolean).join(', ')
}
