/** Which variant of the contact file a device gets. */
import * as z from 'zod/mini'
import { type ContactVariant, contactVariants } from '../../card/vcard.ts'

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
