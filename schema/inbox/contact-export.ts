/** Exports of contacts in the import formats of other programs. */
import * as z from 'zod/mini'
import { PathId } from '../text.ts'

export const contactFormats = [
  'hubspot',
  'salesforce',
  'pipedrive',
  'zoho',
  'google',
  'outlook',
  'mailchimp',
] as const
export const ContactFormat = z.enum(contactFormats)
export type ContactFormat = z.infer<typeof ContactFormat>

/** The programs that import the formats. */
export const programNames: Record<ContactFormat, string> = {
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  pipedrive: 'Pipedrive',
  zoho: 'Zoho CRM',
  google: 'Google Contacts',
  outlook: 'Outlook',
  mailchimp: 'Mailchimp',
}

/** `after` leaves out the entries up to this id. */
export const ContactsQuery = z.strictObject({
  format: ContactFormat,
  after: z.optional(PathId),
})
export type ContactsQuery = z.infer<typeof ContactsQuery>

/** The last export of a card's contacts in a format by the caller, and how many entries are new since. */
export const ContactExport = z
  .object({
    format: ContactFormat,
    /** Null if there was none. */
    exportedAt: z.nullable(z.string()),
    lastEntry: z.nullable(z.number()),
    newEntries: z.number(),
  })
  .register(z.globalRegistry, { id: 'ContactExport' })
export type ContactExport = z.infer<typeof ContactExport>

/** `lastEntry` is the `X-Last-Entry` of the file that was downloaded. */
export const DoneExport = z.strictObject({ lastEntry: z.int().check(z.nonnegative()) })
