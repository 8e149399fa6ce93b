/** Contacts of the inbox as a contact file (vCard), which phones open at once. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { contentDisposition } from '../platform/download.ts'
import { opensContactsInline } from '../public/contact-file.ts'

export function contactFile(
  c: Context<App>,
  { stem, text }: { stem: string; text: string | ReadableStream },
): Response {
  const inline = opensContactsInline(c.req.header('User-Agent') ?? '')
  c.header('Content-Type', 'text/vcard; charset=utf-8')
  c.header('Content-Disposition', contentDisposition({ stem, extension: 'vcf', inline }))
  return c.body(text)
}
