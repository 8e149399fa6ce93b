/** Contact file download: its variant and the contact photo. */
import * as z from 'zod/mini'
import { contactVariants } from '../../card/contact/vcard.ts'
import { fill, type PageWords } from '../../card/words/en.ts'
import { TimeZone } from '../../schema/analytics/figures.ts'
import { contactPhoto } from '../../schema/images/image.ts'
import { LanguageQuery } from '../../schema/language.ts'
import { ShareCode } from '../../schema/tracking/event.ts'
import { withTimeout } from '../platform/failures.ts'
import { log } from '../platform/log.ts'

/**
 * `v` requests a variant. Outlook's is sent only on request: a browser does not say what opens a file. `s` is the code of
 * the share point through which the contact is saved. Unknown values are ignored, so that the download does not fail.
 */
export const ContactFileQuery = z.extend(LanguageQuery, {
  v: z.catch(z.optional(z.enum(contactVariants)), undefined),
  s: z.catch(z.optional(ShareCode), undefined),
})

/**
 * Returns whether the browser opens a contact sent inline, and would save an attachment to Files: on iPhones, and on iPads
 * that request mobile sites. Safari on iPadOS otherwise identifies as a Mac and is not detected.
 */
export function opensContactsInline(userAgent: string): boolean {
  return /iPhone|iPad|iPod/.test(userAgent)
}

/** Returns the first line of the note, with the date in the visitor's time zone. */
export function metText(
  label: string,
  { request, words }: { request: Request; words: PageWords },
): string {
  const { timezone } = Location.parse(request.cf ?? {})
  const date = new Intl.DateTimeFormat(words.language === 'en' ? 'en-US' : words.language, {
    dateStyle: 'long',
    timeZone: timezone,
    // The years of contacts are Gregorian, also where `ar-SA` would have Islamic ones.
    calendar: 'gregory',
  })
  return fill(words.metAt, { label, date: date.format() })
}

const Location = z.object({ timezone: z.catch(TimeZone, 'UTC') })

const timeoutMs = 1500

/**
 * Returns the square JPEG made at upload, as base64; undefined if there is none, it is not a JPEG, or R2 fails or takes
 * longer than 1.5 s.
 */
export async function findContactPhoto(
  bucket: R2Bucket,
  image: string | null,
): Promise<string | undefined> {
  const path = contactPhoto(image ?? '')
  if (!path) return undefined
  const bytes = await withTimeout(timeoutMs, read(bucket, path.slice(1))).catch(logFailure)
  return bytes && isJpeg(bytes) ? Buffer.from(bytes).toString('base64') : undefined
}

async function read(bucket: R2Bucket, key: string): Promise<Uint8Array | undefined> {
  const object = await bucket.get(key)
  return object ? new Uint8Array(await object.arrayBuffer()) : undefined
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

function logFailure(error: unknown): undefined {
  log('warn', 'contact photo', { error })
}
