/** The inbox of form submissions: listing and updating entries. */
import * as z from 'zod/mini'
import { submissionStatuses } from './form.ts'
import { PathId, trimmedText } from './text.ts'

const maxInboxPage = 50

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
    place: z.string(),
    device: z.string(),
  })
  .register(z.globalRegistry, { id: 'Entry' })
export type Submission = z.infer<typeof Submission>

/** `total` counts the matches of the query, `counts` all entries of the card; `next` is null at the end. */
export const InboxPage = z
  .object({
    entries: z.array(Submission),
    next: z.nullable(z.string()),
    total: z.number(),
    counts: z.object({ new: z.number(), seen: z.number(), done: z.number() }),
  })
  .register(z.globalRegistry, { id: 'InboxPage' })
export type InboxPage = z.infer<typeof InboxPage>

/** `search` matches answers and notes; `before` is the `next` of the previous page. */
export const InboxQuery = z.strictObject({
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  status: z.optional(z.enum(submissionStatuses)),
  before: z.optional(z.string().check(z.regex(/^[\dTZ:.-]{10,30}_\d{1,10}$/))),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(maxInboxPage))), maxInboxPage),
})
export type InboxQuery = z.infer<typeof InboxQuery>

export const maxNoteLength = 2000

/** At least one property is required. */
export const SubmissionChange = z
  .strictObject({
    status: z.optional(z.enum(submissionStatuses)),
    /** A blank text removes the note. */
    note: z.optional(
      z.nullable(trimmedText(maxNoteLength, 'A note must be at most 2000 characters')),
    ),
  })
  .check(
    z.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      'Send a status or a note.',
    ),
  )
export type SubmissionChange = z.infer<typeof SubmissionChange>

const sourceNames = new Map([
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
export function submitterName({ name, email, company, phone }: Record<string, string>): string {
  return name || email || company || phone || 'Somebody'
}
