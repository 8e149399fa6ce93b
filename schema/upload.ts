/** Uploading pictures: what both sides hold them to, and in which words. */
import * as z from 'zod'

export const uploadTypes = ['profile', 'cover', 'logo', 'gallery', 'favicon'] as const
export type UploadType = (typeof uploadTypes)[number]

export const uploadMaxBytes = 5 * 1024 * 1024

/** The answer to an upload: where the picture is. */
export const Uploaded = z.object({ url: z.string() }).meta({ id: 'Uploaded' })
export type Uploaded = z.infer<typeof Uploaded>
