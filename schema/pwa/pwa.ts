/** Name, colors and icons of the installed app: `GET` and `POST /api/pwa-settings`. */
import * as z from 'zod/mini'
import { UploadFile } from '../images/upload.ts'
import { requiredText, trimmedText } from '../text.ts'

/** The images of the app, each a square with this side in pixels. */
export const pwaSlots = {
  icon192: 192,
  icon512: 512,
  iconMaskable: 512,
  splashImage: 1000,
} as const
export type PwaSlot = keyof typeof pwaSlots

/** Maximum lengths in characters. */
export const pwaLimits = { appName: 30, shortName: 12, description: 60 } as const

/** The server's error for other file types. */
export const invalidIconMessage = 'Please upload a PNG, JPG, or SVG image.'

const Color = z.pipe(
  z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Enter a color such as #F59E0B')),
  z.transform((color) => color.toUpperCase()),
)

/** A stored image URL as returned by `POST /api/pwa-upload`. */
const StoredImageUrl = z
  .string()
  .check(z.regex(/^\/images\/[0-9a-f]{64}-\d{1,4}\.(png|jpg|svg)$/, 'Upload this image again.'))

export const PwaSettings = z
  .strictObject({
    appName: requiredText(
      pwaLimits.appName,
      'App name must be at most 30 characters',
      'App name is required',
    ),
    shortName: requiredText(
      pwaLimits.shortName,
      'Short name must be at most 12 characters',
      'Short name is required',
    ),
    description: trimmedText(
      pwaLimits.description,
      'Description must be at most 60 characters',
      'Description is required',
    ),
    themeColor: Color,
    backgroundColor: Color,
    enableSplashScreen: z.boolean(),
    splashImage: z.pipe(
      z.nullish(StoredImageUrl),
      z.transform((url) => url ?? null),
    ),
    icons: z.strictObject({
      icon192: z.pipe(
        z.nullish(StoredImageUrl),
        z.transform((url) => url ?? null),
      ),
      icon512: z.pipe(
        z.nullish(StoredImageUrl),
        z.transform((url) => url ?? null),
      ),
      iconMaskable: z.pipe(
        z.nullish(StoredImageUrl),
        z.transform((url) => url ?? null),
      ),
    }),
  })
  .register(z.globalRegistry, { id: 'PwaSettings' })
export type PwaSettings = z.infer<typeof PwaSettings>

/** The settings until the first save: the product's name and the built-in icons. */
export function defaultPwaSettings(appName: string, shortName: string): PwaSettings {
  return {
    appName,
    shortName,
    description: 'Digital Business Cards',
    themeColor: '#F59E0B',
    backgroundColor: '#F5F5F4',
    enableSplashScreen: true,
    splashImage: null,
    icons: { icon192: null, icon512: null, iconMaskable: null },
  }
}

/** Returns the image URLs of the settings. */
export function pwaImageUrls({ icons, splashImage }: PwaSettings): string[] {
  return [...Object.values(icons), splashImage].flatMap((url) => url ?? [])
}

/** The multipart form that uploads the image of a slot. */
export const PwaUploadParts = z
  .strictObject({
    file: UploadFile,
    type: z.enum(['icon192', 'icon512', 'iconMaskable', 'splashImage']),
  })
  .register(z.globalRegistry, { id: 'PwaUploadParts' })
