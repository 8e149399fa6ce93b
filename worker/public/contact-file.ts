/** The download of a contact file: its query, its photo, the line about where it was saved, and how browsers open it. */
import * as z from 'zod/mini'
import { contactVariants } from '../../card/contact/vcard.ts'
import { fill, type PageWords } from '../../card/words/en.ts'
import { TimeZone } from '../../schema/analytics/figures.ts'
import { LanguageQuery } from '../../schema/language.ts'
import { ShareCode } from '../../schema/tracking/event.ts'
import { withTimeout } from '../platform/failures.ts'
import { log } from '../platform/log.ts'

/**
 * `v` selects the variant for Outlook, which must be requested: browsers do not say which program opens a file. `s` is the code of
 * the share point at which the contact is saved. Unknown values are ignored, so that the download does not fail.
 */
export const ContactFileQuery = z.extend(LanguageQuery, {
  v: z.catch(z.optional(z.enum(contactVariants)), undefined),
  s: z.catch(z.optional(ShareCode), undefined),
})

/**
 * Whether the browser opens a contact that is sent inline, but would save an attachment to Files: iPhones, and iPads that request
 * mobile sites. Other iPads identify as a Mac and are not detected.
 */
export function opensContactsInline(userAgent: string): boolean {
  return /iPhone|iPad|iPod/.test(userAgent)
}

/** Returns the first line of the note, "Met at {label}, {date}", with the date in the visitor's time zone. */
export function metText(
  label: string,
  { request, words }: { request: Request; words: PageWords },
): string {
  const { timezone } = Location.parse(request.cf ?? {})
  const date = new Intl.DateTimeFormat(words.language === 'en' ? 'en-US' : words.language, {
    dateStyle: 'long',
    timeZone: timezone,
    // `ar-SA` would have Islamic years.
    calendar: 'gregory',
  })
  return fill(words.metAt, { label, date: date.format() })
}

const Location = z.object({ timezone: z.catch(TimeZone, 'UTC') })

const timeoutMs = 1500

/** Returns the JPEG at this path as base64; undefined if there is none, or if R2 fails or takes longer than 1.5 s. */
export async function findContactPhoto(
  bucket: R2Bucket,
  path: string | undefined,
): Promise<string | undefined> {
  if (!path) return undefined
  const bytes = await withTimeout(timeoutMs, read(bucket, path.slice(1))).catch(logFailure)
  return bytes && Buffer.from(bytes).toString('base64')
}

async function read(bucket: R2Bucket, key: string): Promise<Uint8Array | undefined> {
  const object = await bucket.get(key)
  return object ? new Uint8Array(await object.arrayBuffer()) : undefined
}

function logFailure(error: unknown): undefined {
  log('warn', 'contact photo', { error })
}
