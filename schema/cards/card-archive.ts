/** The archive of a card: one ZIP with its data, pictures, contacts and figures; see docs/card-archive.md. */
import * as z from 'zod/mini'
import { UploadFile } from '../images/upload.ts'
import { FieldName, maxFieldText, maxFieldValues } from '../inbox/contact-field.ts'
import {
  AnswerText,
  answerKeyMaxLength,
  cleanAnswer,
  maxAnswers,
  submissionStatuses,
} from '../inbox/form.ts'
import { maxContacts, maxNoteLength, maxTags } from '../inbox/inbox.ts'
import { leadRatings } from '../inbox/lead.ts'
import { maxMerged } from '../inbox/merge.ts'
import { ReplyTemplateList } from '../inbox/reply-template.ts'
import { maxSharePoints, NewSharePoint, SharePointStyle } from '../share-points/share-point.ts'
import { isOwnKey } from '../text.ts'
import { ShareCode } from '../tracking/event.ts'
import { Card } from './card.ts'

/** The value of `format` in card.json, and its version; an older version is still imported. */
export const archiveFormat = 'edgecard-card'
export const archiveVersion = 1

/** Less than the worker reads at once for a user (`worker/http/input.ts`). */
export const archiveMaxBytes = 12_000_000
/** The most bytes of all files that an import reads, unpacked. */
export const unpackedMaxBytes = 24_000_000
export const maxArchiveFiles = 200
export const maxEntries = maxContacts

export const ArchiveParts = z
  .strictObject({ file: UploadFile })
  .register(z.globalRegistry, { id: 'ArchiveParts' })

/** Why an archive is refused. */
export const archiveErrors = {
  'too large': 'The file is too large. An archive can be at most 12 MB.',
  'not an archive': 'This file is not a ZIP archive, or it is damaged. Download the archive again.',
  'too many files': `The archive has more than ${maxArchiveFiles} files.`,
  'unsafe name':
    'A file name in the archive leads to another folder. Choose an archive that was downloaded here.',
  bomb: 'A file in the archive is too large when it is unpacked.',
  'no card': 'The archive has no card.json. Choose an archive that was downloaded here.',
  'too many contacts': 'The archive has more than 25,000 contacts. Remove some from contacts.json.',
  'too many answers': `A contact in the archive has more than ${maxAnswers} answers or own fields.`,
  damaged: 'card.json, contacts.json or merges.json is damaged. Download the archive again.',
  newer:
    'The archive was made by a newer version of this service. Ask your admin to update this one.',
  'no picture': 'An image of the card is missing from the archive. Download the archive again.',
} as const
export type ArchiveError = keyof typeof archiveErrors

const Time = z.pipe(
  z.iso.datetime(),
  z.transform((time) => new Date(time).toISOString()),
)
const Past = Time.check(z.refine((time) => Date.parse(time) <= Date.now() + 60_000))

/** The name of a picture in the archive. */
export const pictureName = /^pictures\/([0-9a-f]{64}-\d{1,5}\.(?:jpg|png|gif|webp|svg))$/

const { label, kind, activeFrom, activeTo, note, metNote, showsHidden } = NewSharePoint.shape
export const ArchivedPoint = z.strictObject({
  ...{ label, kind, activeFrom, activeTo, note, metNote, showsHidden },
  /** The code in the installation that made the archive; the `source` of entries refers to it. */
  code: ShareCode,
  style: z.nullable(SharePointStyle),
  archivedAt: z.nullable(Time),
  createdAt: Time,
})
export type ArchivedPoint = z.infer<typeof ArchivedPoint>

/** `card` is a `CardInput` whose pictures are names in the archive. */
export const ArchivedCard = z.strictObject({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  exportedAt: z.string(),
  card: z.record(z.string(), z.unknown()),
  sharePoints: z.array(ArchivedPoint).check(z.maxLength(maxSharePoints)),
  /** Absent if the user who made the archive may not read the inbox. */
  replyTemplates: z.optional(ReplyTemplateList),
})
export type ArchivedCard = z.infer<typeof ArchivedCard>

const nullableText = (max: number) => z.nullable(z.string().check(z.maxLength(max)))
// Room for nine fields, five questions, a note and ten own fields, with two characters for each quote and line break.
const maxEntryCharacters = 80_000
const AnswerKey = z.string().check(z.maxLength(answerKeyMaxLength), isOwnKey(archiveErrors.damaged))
const ArchivedAnswers = z.pipe(
  z.record(AnswerKey, AnswerText).check(hasAtMost(maxAnswers)),
  z.transform((answers) =>
    Object.fromEntries(Object.entries(answers).map(([key, text]) => [key, cleanAnswer(key, text)])),
  ),
)
export const ArchivedEntry = z
  .strictObject({
    clientId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    timestamp: Past,
    formData: ArchivedAnswers,
    consentHash: nullableText(64),
    /** `link`, `qr` or another source, or the code of a share point. */
    source: z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/)),
    place: nullableText(200),
    device: nullableText(200),
    status: z.enum(submissionStatuses),
    note: nullableText(maxNoteLength),
    revision: z.int().check(z.minimum(0)),
    revisedAt: z.nullable(Past),
    withdrawnAt: z.nullable(Past),
    capturedAt: z.nullable(Past),
    rating: z.nullable(z.enum(leadRatings)),
    followUpOn: z.nullable(z.iso.date()),
    tags: z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(maxTags)),
    fields: z
      .record(FieldName, z.union([z.string().check(z.maxLength(maxFieldText)), z.number()]))
      .check(hasAtMost(maxFieldValues)),
  })
  .check(z.refine((entry) => JSON.stringify(entry).length <= maxEntryCharacters))
export type ArchivedEntry = z.infer<typeof ArchivedEntry>

export const ArchivedEntries = z.array(ArchivedEntry).check(z.maxLength(maxEntries))

const ofOwner = { ...ArchivedEntry.shape }
/** What the owner added to a contact, except the colleague it is assigned to. */
const ArchivedOwnerData = z.strictObject({
  ...{ status: ofOwner.status, note: ofOwner.note, followUpOn: ofOwner.followUpOn },
  ...{ tags: ofOwner.tags, fields: ofOwner.fields, rating: ofOwner.rating },
})
const EntryRef = ofOwner.clientId
/** The current owner data of an entry that others were merged into; contacts.json has it as it was before the merge. */
export const ArchivedOwner = z.strictObject({ entry: EntryRef, ...ArchivedOwnerData.shape })
export type ArchivedOwner = z.infer<typeof ArchivedOwner>

/** `MergeDetails` with client ids in place of entry ids. Merges with an entry that the archive lacks are left out. */
export const ArchivedMerge = z.strictObject({
  entry: EntryRef,
  mergedAt: Past,
  groups: z.array(z.array(EntryRef).check(z.maxLength(maxMerged))).check(z.maxLength(maxMerged)),
  own: ArchivedOwnerData,
  set: ArchivedOwnerData,
  answers: z.record(AnswerKey, EntryRef).check(hasAtMost(maxAnswers)),
})
export type ArchivedMerge = z.infer<typeof ArchivedMerge>

function hasAtMost(max: number) {
  const { 'too many answers': message } = archiveErrors
  return z.refine<object>((values) => Object.keys(values).length <= max, message)
}

/** What an import leaves out. */
export const leftOutParts = ['code', 'contacts', 'share points'] as const

/** The card after an import, the number of pictures, share points and entries added, and what was left out. */
export const ImportedArchive = z
  .object({
    card: Card,
    pictures: z.number(),
    sharePoints: z.number(),
    entries: z.number(),
    leftOut: z.array(z.enum(leftOutParts)),
  })
  .register(z.globalRegistry, { id: 'ImportedArchive' })
export type ImportedArchive = z.infer<typeof ImportedArchive>
