/** The columns of contacts in the import formats of other programs, whose importers match them by name. */
import { dialableNumber } from '../../card/contact/phone.ts'
import { sanitizeText } from '../../card/contact/vcard-lines.ts'
import { contactName } from '../../card/contact/vcard-name.ts'
import { answerLabels, capturedFieldLabels } from '../../schema/inbox/form.ts'
import {
  type ContactFormat,
  type Submission,
  sourceName,
  submitterName,
} from '../../schema/inbox/inbox.ts'

type Contact = {
  fullName: string
  firstName: string
  lastName: string
  company: string
  title: string
  email: string
  phone: string
  mobile: string
  website: string
  address: string
  rating: string
  /** Where we met. */
  source: string
  tags: string[]
  /** Everything else, by line. */
  notes: string
}

type Columns = [name: string, of: (contact: Contact) => string][]

/** For a required field of which the visitor said nothing, as Salesforce itself writes it. */
const notProvided = '[not provided]'

/** A lead needs a last name and a company. A single name is the last name. */
const leadColumns: Columns = [
  ['First Name', ({ firstName, lastName }) => (lastName ? firstName : '')],
  ['Last Name', ({ lastName, firstName, email }) => lastName || firstName || email || notProvided],
  ['Company', ({ company }) => company || notProvided],
  ['Title', ({ title }) => title],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
]

export const formatColumns: Record<ContactFormat, Columns> = {
  // https://knowledge.hubspot.com/properties/hubspots-default-contact-properties
  hubspot: [
    ['First Name', ({ firstName }) => firstName],
    ['Last Name', ({ lastName }) => lastName],
    ['Email', ({ email }) => email],
    ['Phone Number', ({ phone }) => phone],
    ['Mobile Phone Number', ({ mobile }) => mobile],
    ['Company Name', ({ company }) => company],
    ['Job Title', ({ title }) => title],
    ['Website URL', ({ website }) => website],
    ['Street Address', ({ address }) => address],
    ['Message', ({ notes }) => notes],
  ],
  // https://help.salesforce.com/s/articleView?id=xcloud.field_mapping_for_importing_leads.htm
  salesforce: [
    ...leadColumns,
    ['Mobile Phone', ({ mobile }) => mobile],
    ['Website', ({ website }) => website],
    ['Street', ({ address }) => address],
    ['Rating', ({ rating }) => rating],
    ['Lead Source', ({ source }) => source],
    ['Description', ({ notes }) => notes],
  ],
  // https://support.pipedrive.com/en/article/importing-mandatory-fields
  pipedrive: [
    ['Person - Name', ({ fullName }) => fullName],
    ['Person - Email', ({ email }) => email],
    ['Person - Phone', ({ phone, mobile }) => phone || mobile],
    ['Person - Job title', ({ title }) => title],
    ['Organization - Name', ({ company }) => company],
    ['Organization - Address', ({ address }) => address],
    ['Note - Content', ({ notes }) => notes],
  ],
  // https://help.zoho.com/portal/en/kb/crm/sales-force-automation/leads/articles/standard-lead-fields
  zoho: [
    ...leadColumns,
    ['Mobile', ({ mobile }) => mobile],
    ['Website', ({ website }) => website],
    ['Street', ({ address }) => address],
    ['Lead Source', ({ source }) => source],
    ['Description', ({ notes }) => notes],
  ],
  // https://support.google.com/contacts/answer/1069522
  google: [
    ['First Name', ({ firstName }) => firstName],
    ['Last Name', ({ lastName }) => lastName],
    ['Organization Name', ({ company }) => company],
    ['Organization Title', ({ title }) => title],
    ['Notes', ({ notes }) => notes],
    ['Labels', ({ tags }) => tags.join(' ::: ')],
    ['E-mail 1 - Label', ({ email }) => (email ? 'Work' : '')],
    ['E-mail 1 - Value', ({ email }) => email],
    ['Phone 1 - Label', ({ phone }) => (phone ? 'Work' : '')],
    ['Phone 1 - Value', ({ phone }) => phone],
    ['Phone 2 - Label', ({ mobile }) => (mobile ? 'Mobile' : '')],
    ['Phone 2 - Value', ({ mobile }) => mobile],
    ['Address 1 - Label', ({ address }) => (address ? 'Work' : '')],
    ['Address 1 - Street', ({ address }) => address],
    ['Website 1 - Label', ({ website }) => (website ? 'Work' : '')],
    ['Website 1 - Value', ({ website }) => website],
  ],
  // https://support.microsoft.com/office/create-or-edit-csv-files-to-import-into-outlook-4518d70d-8fe9-46ad-94fa-1494247193c7
  outlook: [
    ['First Name', ({ firstName }) => firstName],
    ['Last Name', ({ lastName }) => lastName],
    ['Company', ({ company }) => company],
    ['Job Title', ({ title }) => title],
    ['Business Street', ({ address }) => address],
    ['Business Phone', ({ phone }) => phone],
    ['Mobile Phone', ({ mobile }) => mobile],
    ['E-mail Address', ({ email }) => email],
    ['Notes', ({ notes }) => notes],
    ['Categories', ({ tags }) => tags.join(';')],
    ['Web Page', ({ website }) => website],
  ],
  // https://mailchimp.com/help/format-guidelines-for-your-import-file/
  mailchimp: [
    ['Email Address', ({ email }) => email],
    ['First Name', ({ firstName }) => firstName],
    ['Last Name', ({ lastName }) => lastName],
    ['Phone Number', ({ phone, mobile }) => phone || mobile],
    ['Company', ({ company }) => company],
    ['Tags', ({ tags }) => tags.join(',')],
  ],
}

/** Mailchimp requires an email address. The other formats skip a contact without a name, email, phone, company or mobile. */
export function isExported(format: ContactFormat, { formData }: Submission): boolean {
  const { name, email, phone, company, mobile } = formData
  return Boolean(format === 'mailchimp' ? email : name || email || phone || company || mobile)
}

const ownColumns = new Set([
  'name',
  'email',
  'phone',
  'company',
  ...Object.keys(capturedFieldLabels),
])
ownColumns.delete('code')

export function contactOf(entry: Submission): Contact {
  const { formData, labels, source, sharePoint, event, rating, timestamp, note } = entry
  const of = (key: string) => oneLine(formData[key])
  const fullName = oneLine(submitterName(formData, ''))
  const { given, additional, family, prefix, suffix } = contactName(of('name'))
  const defaultLabels = answerLabels({ fields: [] })
  const answers = Object.entries(formData)
    .filter(([key]) => !ownColumns.has(key))
    .map(([key, answer]) => `${labels[key] ?? defaultLabels[key] ?? key}: ${answer}`)
  const met = oneLine([sourceName(source, sharePoint), event].filter(Boolean).join(', '))
  const fields = Object.entries(entry.fields).map(([name, value]) => `${name}: ${value}`)
  const lines = [
    ...answers,
    ...fields,
    note ?? '',
    `Where we met: ${met}, ${timestamp.slice(0, 10)}`,
  ]
  return {
    fullName,
    firstName: joined(prefix, given, additional),
    lastName: joined(family, suffix),
    company: of('company'),
    title: of('title'),
    email: of('email'),
    phone: dialableNumber(of('phone')),
    mobile: dialableNumber(of('mobile')),
    website: of('website'),
    address: of('address'),
    rating: rating ? rating[0]?.toUpperCase() + rating.slice(1) : '',
    source: met,
    tags: entry.tags,
    notes: sanitizeText(lines.filter(Boolean).join('\n')),
  }
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(' ')
}

function oneLine(text: string | undefined): string {
  return sanitizeText(text).replaceAll('\n', ' ')
}
