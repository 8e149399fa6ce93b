/** The inbox: lists and changes of form submissions, exports of contacts, and the data stored about a visitor. */
import * as z from 'zod/mini'
import { TimeZone } from '../analytics/figures.ts'
import { Id, PathId, requiredText, StoredEmail, trimmedText } from '../text.ts'
import { FieldName, maxContactFields, maxFieldText } from './contact-field.ts'
import { submissionStatuses } from './form.ts'
import { leadRatings } from './lead.ts'

const maxInboxPage = 50
/** The most contacts to which leads and imports fill the inbox of a card. The card's form has its own limits. */
export const maxContacts = 25_000
/** The most a user may add in 24 hours, by imports and by leads each: entries, and characters of JSON. */
export const maxAddedADay = { contacts: 25_000, characters: 25_000_000 }
export const inboxFullMessage =
  'The inbox of this card is full: it has 25,000 contacts. Delete some first.'

export const maxTags = 20
const maxTagLength = 40
/** The most entries in a bulk change. */
const maxBulk = 200

const tagMessage = 'A tag must be 1 to 40 characters'
const Tag = requiredText(maxTagLength, tagMessage, tagMessage)
const Day = z.iso.date('Please enter a valid date')
const FieldValue = z.union([z.string(), z.number()])

export const Submission = z
  .object({
    id: z.number(),
    cardId: z.number(),
    timestamp: z.string(),
    /** The answers by field key. */
    formData: z.record(z.string(), z.string()),
    /** How the visitor reached the card. At a share point it is the code, and `sharePoint` is the label. */
    source: z.string(),
    sharePoint: z.nullable(z.string()),
    status: z.enum(submissionStatuses),
    note: z.nullable(z.string()),
    /** How often the visitor corrected the answers, and when last. */
    revision: z.number(),
    revisedAt: z.nullable(z.string()),
    /** When the visitor deleted the answers; `formData` is then empty. */
    withdrawnAt: z.nullable(z.string()),
    place: z.string(),
    device: z.string(),
    /** For a lead captured in booth mode: when, by whom, its rating and the event. Null for what a visitor sent. */
    capturedAt: z.nullable(z.string()),
    capturedBy: z.nullable(z.string()),
    rating: z.nullable(z.enum(leadRatings)),
    event: z.nullable(z.string()),
    /** The day on which to follow up. */
    followUpOn: z.nullable(z.string()),
    tags: z.array(z.string()),
    /** Values of the owner's own fields, by name. */
    fields: z.record(z.string(), FieldValue),
    /** The colleague it is assigned to, who may also read and change it, and their name. */
    assigneeId: z.nullable(z.number()),
    assignee: z.nullable(z.string()),
    /** When the first of the submissions shown here was received or captured. */
    metAt: z.string(),
    /** The submissions merged into this one, the merge that can be undone, and the submission that this one was merged into. */
    merged: z.array(z.number()),
    mergeId: z.nullable(z.number()),
    mergedInto: z.nullable(z.number()),
    /** The name of the card, or else its slug; and the labels of its form, by field key. */
    cardName: z.string(),
    labels: z.record(z.string(), z.string()),
  })
  .register(z.globalRegistry, { id: 'Entry' })
export type Submission = z.infer<typeof Submission>

/**
 * `total` is the number of matches, `counts` has the number of all entries by status, and `next` is null at the end. `tags`
 * are the tags in use, most frequent first. `assignedToMe` is the number of open entries that colleagues assigned to the caller.
 */
export const InboxPage = z
  .object({
    entries: z.array(Submission),
    next: z.nullable(z.string()),
    total: z.number(),
    counts: z.object({ new: z.number(), seen: z.number(), done: z.number() }),
    tags: z.array(z.string()),
    assignedToMe: z.number(),
  })
  .register(z.globalRegistry, { id: 'InboxPage' })
export type InboxPage = z.infer<typeof InboxPage>

/** Other entries with the same email address or phone number, on cards of the same owner. */
export const DuplicateList = z.array(Submission).register(z.globalRegistry, { id: 'DuplicateList' })

export const EntriesQuery = z.strictObject({
  cursor: z._default(z.string().check(z.maxLength(200)), ''),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
})

/**
 * What changed since the cursor, ordered by last change: entries as they are now, and the ids of entries that their visitor or
 * owner deleted, or that were erased or expired. Send `cursor`, which is always present, to continue.
 */
export const EntriesPage = z
  .object({
    entries: z.array(Submission),
    deleted: z.array(z.number()),
    cursor: z.string(),
    more: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'EntriesPage' })
export type EntriesPage = z.infer<typeof EntriesPage>

/** Where entries came from: visitors, or booth mode, in total or by rating. */
export const inboxOrigins = ['visitors', 'captured', ...leadRatings] as const
export type InboxOrigin = (typeof inboxOrigins)[number]

/** Whom an entry is assigned to. */
export const inboxAssignments = ['me', 'others', 'nobody'] as const

const filters = {
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  status: z.optional(z.enum(submissionStatuses)),
  origin: z.optional(z.enum(inboxOrigins)),
  tag: z.optional(Tag),
  /** Only entries that are not done and whose follow-up is on or before this day. */
  due: z.optional(Day),
  assigned: z.optional(z.enum(inboxAssignments)),
  /** Only entries that share an email address or phone number with another entry of the same owner. */
  duplicates: z.optional(z.literal('1')),
  before: z.optional(z.string().check(z.regex(/^[\dTZ:.-]{10,30}_\d{1,10}$/))),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(maxInboxPage))), maxInboxPage),
}

/** `search` matches answers, notes and tags; `before` is the `next` of the previous page. */
export const InboxQuery = z.strictObject(filters)
export type InboxQuery = z.infer<typeof InboxQuery>

/** Lists the entries of all own cards, or those that colleagues assigned to the caller. */
export const AllInboxQuery = z.strictObject({
  ...filters,
  of: z._default(z.enum(['own-cards', 'assigned']), 'own-cards'),
})

export const maxNoteLength = 2000

const Note = z.nullable(trimmedText(maxNoteLength, 'A note must be at most 2,000 characters'))
export const noColleagueMessage = 'There is no active user with this username.'

/** The username of an active colleague; null ends the assignment. */
const Assignee = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))
const FieldText = trimmedText(maxFieldText, 'A value must be at most 500 characters')

const shared = {
  status: z.optional(z.enum(submissionStatuses)),
  followUpOn: z.optional(z.nullable(Day)),
  assignee: z.optional(Assignee),
  /** The caller's time zone: reminders are sent in its morning. */
  timeZone: z.optional(TimeZone),
}
const TagList = z
  .array(Tag)
  .check(z.maxLength(maxTags, 'A form submission can have at most 20 tags'))

/** At least one property is required. */
export const SubmissionChange = z
  .strictObject({
    ...shared,
    /** Marks a new entry as seen, if it is the caller's or assigned to them. */
    read: z.optional(z.literal(true)),
    /** A blank text removes the note. */
    note: z.optional(Note),
    tags: z.optional(TagList),
    /** Changes only the named fields; null removes a value. */
    fields: z.optional(
      z
        .record(FieldName, z.nullable(z.union([FieldText, z.number()])))
        .check(z.refine((fields) => Object.keys(fields).length <= 2 * maxContactFields)),
    ),
  })
  .check(z.refine(isChange, 'Send at least one change.'))
export type SubmissionChange = z.infer<typeof SubmissionChange>

/** The source of a captured entry without a share point. */
export const capturedSource = 'capture'
const Ids = z
  .array(Id)
  .check(z.minLength(1), z.maxLength(maxBulk, 'Select at most 200 form submissions'))

/** Restores up to 200 entries that were deleted within the last 15 minutes. */
export const EntryIds = z.strictObject({ ids: Ids })

/** Changes up to 200 entries in the same way, or deletes them. */
export const BulkChange = z.strictObject({
  ids: Ids,
  change: z.union([
    z.strictObject({ delete: z.literal(true) }),
    z
      .strictObject({ ...shared, addTag: z.optional(Tag), removeTag: z.optional(Tag) })
      .check(z.refine(isChange, 'Send at least one change.')),
  ]),
})
export type BulkChange = z.infer<typeof BulkChange>

/** The number of entries changed, deleted or restored; fewer than sent if some were gone. */
export const BulkResult = z
  .object({ changed: z.number() })
  .register(z.globalRegistry, { id: 'BulkResult' })

function isChange({ timeZone: _, ...change }: { timeZone?: string | undefined }): boolean {
  return Object.values(change).some((value) => value !== undefined)
}

const sourceNames = new Map([
  [capturedSource, 'In person'],
  ['qr', 'QR scan'],
  ['link', 'Link'],
  ['nfc', 'NFC tap'],
  ['share', 'Shared link'],
  ['signature', 'Email signature'],
  ['unknown', 'Unknown share point'],
])

/** Returns the display name of a source; for a share point its label, or its code if the label is not known. */
export function sourceName(source: string, label?: string | null): string {
  return sourceNames.get(source) ?? (label || `Share point ${source}`)
}

/** Returns the sender's name, or else their email, company or phone. */
export function submitterName(
  { name, email, company, phone }: Record<string, string>,
  unknown = 'Somebody',
): string {
  return name || email || company || phone || unknown
}

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

/** The name of the program that imports each format. */
export const programNames: Record<ContactFormat, string> = {
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  pipedrive: 'Pipedrive',
  zoho: 'Zoho CRM',
  google: 'Google Contacts',
  outlook: 'Outlook',
  mailchimp: 'Mailchimp',
}

/** With `after`, only entries with a higher id. */
export const ContactsQuery = z.strictObject({
  format: ContactFormat,
  after: z.optional(PathId),
})
export type ContactsQuery = z.infer<typeof ContactsQuery>

/** When the caller last exported a card's contacts in a format, and how many entries arrived since. */
export const ContactExport = z
  .object({
    format: ContactFormat,
    /** Null if the caller never did. */
    exportedAt: z.nullable(z.string()),
    lastEntry: z.nullable(z.number()),
    newEntries: z.number(),
  })
  .register(z.globalRegistry, { id: 'ContactExport' })
export type ContactExport = z.infer<typeof ContactExport>

/** `lastEntry` is the `X-Last-Entry` of the file that was downloaded. */
export const DoneExport = z.strictObject({ lastEntry: z.int().check(z.nonnegative()) })

export const VisitorQuery = z.strictObject({ email: StoredEmail })
export type VisitorQuery = z.infer<typeof VisitorQuery>

/** Newest first, at most 1,000, each with the slug of its card. */
export const VisitorData = z
  .object({ entries: z.array(z.extend(Submission, { card: z.nullable(z.string()) })) })
  .register(z.globalRegistry, { id: 'VisitorData' })
export type VisitorData = z.infer<typeof VisitorData>

/** The number of entries deleted. */
export const VisitorErasure = z
  .object({ erased: z.number() })
  .register(z.globalRegistry, { id: 'VisitorErasure' })
