/** Uploads of images and preview pictures: limits and error messages for the app and the server. */
import * as z from 'zod/mini'
import type { PublicCard } from '../cards/card.ts'
import { PathId } from '../text.ts'
import { contactPhotoSide } from './sizes.ts'

const uploadTypes = ['profile', 'cover', 'logo', 'gallery', 'favicon'] as const
export type UploadType = (typeof uploadTypes)[number]

export const uploadMaxBytes = 5 * 1024 * 1024

/** Larger images are never decoded. */
export const maxSidePixels = 12_000
export const maxPixels = 40_000_000

/** Minimum size before cropping, and the size of the result, in pixels. */
export const cropRules = {
  profile: { minSize: [200, 200], result: [500, 500], round: true },
  cover: { minSize: [600, 200], result: [1200, 400], round: false },
  logo: { minSize: [100, 50], result: [250, 100], round: false },
  favicon: { minSize: [32, 32], result: [192, 192], round: false },
} as const satisfies Partial<Record<UploadType, CropRule>>
export type CropType = keyof typeof cropRules

type CropRule = {
  minSize: readonly [number, number]
  result: readonly [number, number]
  round: boolean
}

export const UploadFile = z
  .instanceof(File, { error: 'Choose a file to upload.' })
  .register(z.globalRegistry, { type: 'string', format: 'binary' })

/** The multipart form of an upload, with the sizes that the browser made; other parts are rejected. */
export const UploadParts = z
  .strictObject({
    file: UploadFile,
    cardId: PathId,
    type: z._default(z.enum(uploadTypes), 'gallery'),
    small: z.optional(UploadFile),
    medium: z.optional(UploadFile),
    large: z.optional(UploadFile),
    contact: z.optional(UploadFile),
    inline: z.optional(UploadFile),
  })
  .register(z.globalRegistry, { id: 'UploadParts' })

/** The response to an upload: the image URL. */
export const Uploaded = z.object({ url: z.string() }).register(z.globalRegistry, { id: 'Uploaded' })
export type Uploaded = z.infer<typeof Uploaded>

/** `of` is the URL of the card's profile picture. */
export const ContactPhotoParts = z
  .strictObject({
    of: z.string(),
    contact: UploadFile,
    inline: z.optional(UploadFile),
  })
  .register(z.globalRegistry, { id: 'ContactPhotoParts' })

export const sizesError = 'The sizes do not match the image. Send the image without them.'

export const contactPhotoError = `Send a JPEG of ${contactPhotoSide}×${contactPhotoSide} pixels, at most 60 kB.`

export const cardFullMessage =
  'This card has reached the limit of 300 images. Images it no longer uses are removed after 30 days.'

/** Error messages for rejected files. */
export const uploadErrors = {
  'too large': 'File is too large. Maximum size is 5MB.',
  unknown: 'Invalid file type. Please upload a JPG, PNG, GIF, or SVG image.',
  'not plain':
    'This SVG has features that are not allowed. Export it as PNG and upload that instead.',
  empty: 'The file is empty. Choose another one.',
  broken: 'The image is damaged or incomplete. Choose another file.',
  'too wide': 'The image is too large. Use at most 12,000 pixels per side and 40 megapixels.',
  'too long': 'The animation is too long. Use at most 300 frames.',
} as const
export type UploadErrorCode = keyof typeof uploadErrors

/** What link previews show uncropped (ogp.me; developers.facebook.com/docs/sharing/webmasters/images). */
export const previewSize = { width: 1200, height: 630 }

/** WhatsApp does not show a larger one. */
export const previewMaxBytes = 300_000

const previewFields = ['theme', 'name', 'title', 'company', 'profilePicture', 'logoUrl'] as const

/** What a preview picture shows of a card; only details that everyone sees. */
export type PreviewContent = Pick<PublicCard, (typeof previewFields)[number]>

/** Returns the content as text. Its SHA-256 tells whether a picture is up to date with the card. */
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
