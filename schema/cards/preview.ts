/** The preview picture of a card, which apps show for a link to it: drawn in the owner's browser after a save. */
import * as z from 'zod/mini'
import { UploadFile } from '../images/upload.ts'
import type { PublicCard } from './card.ts'

/** What link previews show uncropped (ogp.me; developers.facebook.com/docs/sharing/webmasters/images). */
export const previewSize = { width: 1200, height: 630 }

/** WhatsApp shows no larger one. */
export const previewMaxBytes = 300_000

const previewFields = ['theme', 'name', 'title', 'company', 'profilePicture', 'logoUrl'] as const

/** All that is drawn: details that everyone sees. */
export type PreviewContent = Pick<PublicCard, (typeof previewFields)[number]>

/** The content as text, whose SHA-256 tells whether a picture shows what the page shows. */
export function previewText(card: PreviewContent): string {
  return JSON.stringify(previewFields.map((field) => card[field]))
}

export const previewError = `Send a JPEG of ${previewSize.width}×${previewSize.height} pixels, at most 300 kB.`

/** `of` is the SHA-256 of the `previewText` that was drawn. */
export const PreviewParts = z
  .strictObject({
    file: UploadFile,
    of: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  })
  .register(z.globalRegistry, { id: 'PreviewParts' })
