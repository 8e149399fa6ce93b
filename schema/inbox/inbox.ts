/** The inbox of form submissions: lists and changes of entries, contact exports, and what is stored about a visitor. */
import * as z from 'zod/mini'
import { TimeZone } from '../analytics/figures.ts'
import { Id, PathId, requiredText, StoredEmail, trimmedText } from '../text.ts'
import { FieldName, maxContactFields, maxFieldText } from './contact-field.ts'
import { submissionStatuses } from './form.ts'
import { leadRatings } from './lead.ts'

const maxInboxPage = 50
/** The most entries of a card that leads and imports add to; the form of the card has limits of its own. */
export const maxContacts = 25_000
/** What a user adds at most in 24 hours, by imports and by leads, each: entries, and characters of JSON. */
export const maxAddedADay = { contacts: 25_000, characters: 25_000_000 }
export const inboxFullMessage =
  'The inbox of this card is full: it has 25,000 contacts. Delete some first.'

export const maxTags = 20
const maxTagLength = 40
/** Entries of one bulk change. */
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
    /** How the visitor reached the card; the code of a share point if `sharePoint` has its label. */
    source: z.string(),
    sharePoint: z.nullable(z.string()),
    status: z.enum(submissionStatuses),
    note: z.nullable(z.string()),
    /** When the visitor last corrected the answers, and how often. */
    revision: z.number(),
    revisedAt: z.nullable(z.string()),
    /** When the visitor deleted the answers; none are left. */
    withdrawnAt: z.nullable(z.string()),
    place: z.string(),
    device: z.string(),
    /** When and by whom it was captured in booth mode, null for what a visitor sent; the rating and the event then. */
    capturedAt: z.nullable(z.string()),
    capturedBy: z.nullable(z.string()),
    rating: z.nullable(z.enum(leadRatings)),
    event: z.nullable(z.string()),
    /** The day on which to follow up. */
    followUpOn: z.nullable(z.string()),
    tags: z.array(z.string()),
    /** Values of the owner's own fields, by name. */
    fields: z.record(z.string(), FieldValue),
    /** The colleague who may also read and change the entry, and their name. */
    assigneeId: z.nullable(z.number()),
    assignee: z.nullable(z.string()),
    /** When the first of the submissions was received or captured that this one shows. */
    metAt: z.string(),
    /** The submissions merged into this one; the merge that can be undone; the one that this one was merged into. */
    merged: z.array(z.number()),
    mergeId: z.nullable(z.number()),
    mergedInto: z.nullable(z.number()),
    /** The name of the card, or its slug; the labels of the questions of its form, by field key. */
    cardName: z.string(),
    labels: z.record(z.string(), z.string()),
  })
  .register(z.globalRegistry, { id: 'Entry' })
export type Submission = z.infer<typeof Submission>

/**
 * `total` counts the matches of the query, `counts` all entries of the inbox; `next` is null at the end. `tags` are those
 * in use, the most frequent first. `assignedToMe` counts the open entries that colleagues assigned to the caller.
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

/** Other entries on cards of the same owner with the same email address or phone number. */
export const DuplicateList = z.array(Submission).register(z.globalRegistry, { id: 'DuplicateList' })

export const EntriesQuery = z.strictObject({
  cursor: z._default(z.string().check(z.maxLength(200)), ''),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
})

/**
 * What changed since the cursor, in the order of the last changes: entries as they are now, and the ids of those deleted
 * by their visitor or their owner, erased or expired. `cursor` continues and is always present.
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

/** What visitors sent, or what staff captured: all of it, or with a rating. */
export const inboxOrigins = ['visitors', 'captured', ...leadRatings] as const
export type InboxOrigin = (typeof inboxOrigins)[number]

/** Whom an entry is assigned to. */
export const inboxAssignments = ['me', 'others', 'nobody'] as const

const filters = {
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  status: z.optional(z.enum(submissionStatuses)),
  origin: z.optional(z.enum(inboxOrigins)),
  tag: z.optional(Tag),
  /** Only entries that are not done, with a follow-up up to this day. */
  due: z.optional(Day),
  assigned: z.optional(z.enum(inboxAssignments)),
  /** Only entries with the email address or phone number of another one on a card of the same owner. */
  duplicates: z.optional(z.literal('1')),
  before: z.optional(z.string().check(z.regex(/^[\dTZ:.-]{10,30}_\d{1,10}$/))),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(maxInboxPage))), maxInboxPage),
}

/** `search` matches answers, notes and tags; `before` is the `next` of the previous page. */
export const InboxQuery = z.strictObject(filters)
export type InboxQuery = z.infer<typeof InboxQuery>

/** Of all own cards, or what colleagues assigned to the caller. */
export const AllInboxQuery = z.strictObject({
  ...filters,
  of: z._default(z.enum(['own-cards', 'assigned']), 'own-cards'),
})

export const maxNoteLength = 2000

const Note = z.nullable(trimmedText(maxNoteLength, 'A note must be at most 2,000 characters'))
export const noColleagueMessage = 'There is no active user with this username.'

/** The username of an active colleague; null takes the entry back. */
const Assignee = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))
const FieldText = trimmedText(maxFieldText, 'A value must be at most 500 characters')

const shared = {
  status: z.optional(z.enum(submissionStatuses)),
  followUpOn: z.optional(z.nullable(Day)),
  assignee: z.optional(Assignee),
  /** The caller's time zone, in whose morning they are reminded. */
  timeZone: z.optional(TimeZone),
}
const TagList = z
  .array(Tag)
  .check(z.maxLength(maxTags, 'A form submission can have at most 20 tags'))

/** At least one property is required. */
export const SubmissionChange = z
  .strictObject({
    ...shared,
    /** The caller has read it: a new entry is then seen, if it is theirs or assigned to them. */
    read: z.optional(z.literal(true)),
    /** A blank text removes the note. */
    note: z.optional(Note),
    tags: z.optional(TagList),
    /** Changes only the fields that are named; null removes a value. */
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

/** Up to 200 entries that were deleted within the last 15 minutes, to be restored. */
export const EntryIds = z.strictObject({ ids: Ids })

/** The same change to up to 200 entries, or their deletion. */
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

/** Returns the display name of a source: of a share point its label, or its code if the label is not known. */
export function sourceName(source: string, label?: string | null): string {
  return sourceNames.get(source) ?? (label || `Share point ${source}`)
}

/** Returns the sender's name, or else the best identification in the answers. */
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
