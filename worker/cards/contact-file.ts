/** Which variant of the contact file a device gets. */
import * as z from 'zod/mini'
import { type ContactVariant, contactVariants } from '../../card/contact/vcard.ts'
import { contactPhoto } from '../../schema/image.ts'
import { log } from '../platform/log.ts'
import { withTimeout } from '../platform/timeout.ts'

/** `v` asks for a variant; one that does not exist is as good as none, because a contact must not fail for it. */
export const ContactQuestion = z.object({
  v: z.catch(z.optional(z.enum(contactVariants)), undefined),
})

/** The variant by User-Agent; Outlook's is given only when asked for, since a browser does not say what opens a file. */
export function contactVariant(userAgent: string): ContactVariant {
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return 'apple'
  return userAgent.includes('Android') ? 'android' : 'any'
}

/** iPhones and iPads open a contact that is shown, and put one that is downloaded away among the files. */
export function opensContacts(userAgent: string): boolean {
  return /iPhone|iPad|iPod/.test(userAgent)
}

// The square JPEG for the contact file, made when the picture was uploaded.

const timeoutMs = 1500

/** As base64; undefined when there is none, it is no JPEG, or the bucket fails or is slow: a contact never waits for its photo. */
export async function findContactPhoto(
  bucket: R2Bucket,
  picture: string | null,
): Promise<string | undefined> {
  const address = contactPhoto(picture ?? '')
  if (!address) return undefined
  const bytes = await withTimeout(timeoutMs, read(bucket, address.slice(1))).catch(unreadable)
  return bytes && isJpeg(bytes) ? Buffer.from(bytes).toString('base64') : undefined
}

async function read(bucket: R2Bucket, key: string): Promise<Uint8Array | undefined> {
  const object = await bucket.get(key)
  return object ? new Uint8Array(await object.arrayBuffer()) : undefined
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

function unreadable(error: unknown): undefined {
  log('warn', 'contact photo', { error })
}
