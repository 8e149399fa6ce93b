/** What is derived from an image at upload: the logo's tone and the photo's placeholder; cron jobs fill in missing ones. */
import { eq, like, type SQLWrapper, sql } from 'drizzle-orm'
import { convertIndexedToRgb, type DecodedPng, decode } from 'fast-png'
import { businessCards } from '../../schema/cards/tables.ts'
import type { LogoTone } from '../../schema/images/image.ts'
import { uploads } from '../../schema/images/tables.ts'
import { luminance } from '../../schema/luminance.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import { type CleanImage, measureImage } from './clean.ts'
import { type ImageStores, imageHashSql, transformImage } from './image-store.ts'

// Cards show logos 24 pixels high. At twice the width of such a logo, thin lines are still opaque.
const width = 96
// Luminances with a contrast below 1.6 to #0a1015, the darkest theme, and to white.
const darkest = 0.04
const lightest = 0.606
// The share of the contour that text beside a large colored mark has.
const minShare = 0.15

/**
 * Returns the tone of a transparent logo whose contour is nearly black or nearly white in part, and an empty string for
 * any other image; undefined if Images is off or fails.
 */
export async function detectLogoTone(
  env: ImageStores,
  { bytes, image }: Pick<CleanImage, 'bytes' | 'image'>,
): Promise<LogoTone | '' | undefined> {
  if (image.type === 'jpg') return ''
  if (image.type === 'svg') return toneOf(svgLuminances(bytes))
  const png = await transformImage(env, bytes, {
    transform: { width: Math.min(width, image.width) },
    output: { format: 'image/png' },
  })
  if (!png) return undefined
  try {
    return toneOf(contourLuminances(decode(png)))
  } catch (error) {
    log('warn', 'logo tone', { error })
    return ''
  }
}

/** SQL expression for the tone of the logo at a URL; null if it has none, or for an external URL. */
export function logoToneSql(address: SQLWrapper) {
  return sql<LogoTone | null>`(
    select max(nullif(logo_tone, '')) from uploads where hash = ${imageHashSql(address)} and ${address} like '/images/%')`
}

function toneOf(luminances: number[]): LogoTone | '' {
  const dark = luminances.filter((value) => value < darkest).length
  const light = luminances.filter((value) => value > lightest).length
  if (luminances.length === 0 || Math.max(dark, light) < minShare * luminances.length) return ''
  return dark >= light ? 'dark' : 'light'
}

/**
 * The luminance of each visible pixel next to a transparent one, where the card shows through: a light letter inside a
 * colored mark needs no plate. Empty for an almost opaque image, which has its own background.
 */
function contourLuminances(png: DecodedPng): number[] {
  const pixels = readPixels(png)
  const isVisible = (x: number, y: number) =>
    x >= 0 && x < png.width && (pixels[y * png.width + x]?.alpha ?? 0) > 127
  const visible = pixels.flatMap(({ color }, at) => {
    const [x, y] = [at % png.width, Math.floor(at / png.width)]
    return isVisible(x, y) ? [{ x, y, color }] : []
  })
  if (visible.length > pixels.length * 0.95) return []
  return visible
    .filter(({ x, y }) => neighbors.some(([dx, dy]) => !isVisible(x + dx, y + dy)))
    .map(({ color }) => luminance(color))
}

const neighbors = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const

function readPixels(png: DecodedPng): { color: string; alpha: number }[] {
  const data = png.palette ? convertIndexedToRgb(png) : png.data
  const channels = png.palette?.[0]?.length ?? png.channels
  const scale = png.depth === 16 ? 257 : 1
  return Array.from({ length: data.length / channels }, (_, pixel) => {
    const part = (index: number) => Math.round((data[pixel * channels + index] ?? 0) / scale)
    const [green, blue] = channels > 2 ? [part(1), part(2)] : [part(0), part(0)]
    const alpha = channels === 4 ? part(3) : channels === 2 ? part(1) : 255
    return { color: hexColor([part(0), green, blue]), alpha }
  })
}

function hexColor(parts: number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

// SVG shapes without a color are black. Named colors other than black and white are rare in logos.
function svgLuminances(bytes: Uint8Array): number[] {
  const text = new TextDecoder().decode(bytes)
  const painted =
    /(?:fill|stroke|stop-color)\s*[=:]\s*["']?\s*(#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|black\b|white\b)/gi
  const colors = Array.from(text.matchAll(painted), ([, color = '']) => color.toLowerCase())
  return (colors.length > 0 ? colors : ['black']).map((color) => luminance(sixDigits(color)))
}

function sixDigits(color: string): string {
  if (color === 'black') return '#000000'
  if (color === 'white') return '#ffffff'
  return color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color
}

/**
 * The budget of a page is 12,000 bytes in Brotli 5: a server may send 10 segments before the first acknowledgment
 * (RFC 6928), minus 2 kB for TLS, headers and a margin. The largest demo card takes 10,400 without its photo, and
 * base64 in Brotli takes 107% of the photo's bytes.
 */
export const inlinePhotoMaxBytes = 1000

// Side in pixels and WebP quality; the first that fits is used. Only noise needs the last.
const sizes = [
  { side: 128, quality: 45 },
  { side: 128, quality: 30 },
  { side: 96, quality: 40 },
  { side: 96, quality: 30 },
  { side: 64, quality: 30 },
  { side: 32, quality: 30 },
]

/**
 * Returns the middle square of the photo, which the round frame shows, as WebP in base64. Empty for SVG, GIF (which
 * may be animated) and photos that cannot be made small enough; undefined if Images is off or fails.
 */
export async function makeInlinePhoto(
  env: ImageStores,
  { bytes, image }: Pick<CleanImage, 'bytes' | 'image'>,
): Promise<string | undefined> {
  if (image.type === 'svg' || image.type === 'gif') return ''
  const shortest = Math.min(image.width, image.height)
  for (const { side, quality } of sizes) {
    const width = Math.min(side, shortest)
    const webp = await transformImage(env, bytes, {
      transform: { width, height: width, fit: 'cover' },
      output: { format: 'image/webp', quality },
    })
    if (!webp) return undefined
    if (webp.byteLength <= inlinePhotoMaxBytes) return Buffer.from(webp).toString('base64')
  }
  return ''
}

/** SQL for the inline photo of the image at this path; null if there is none or the image is on another site. */
export function inlinePhotoSql(address: SQLWrapper) {
  return sql<string | null>`(
    select max(inline_photo) from uploads where hash = ${imageHashSql(address)} and ${address} like '/images/%')`
}

const batchSize = 20

/** Cron job: creates missing inline photos. A photo that fails again gets none. Returns `more` if there may be more. */
export function fillInlinePhotos(env: Stores): Promise<'more' | undefined> {
  return fill(env, { field: 'profilePicture', column: 'inlinePhoto', make: makeInlinePhoto })
}

/** Cron job: detects missing tones of logos. Returns `more` if there may be more. */
export function fillLogoTones(env: Stores): Promise<'more' | undefined> {
  return fill(env, { field: 'logoUrl', column: 'logoTone', make: detectLogoTone })
}

type Stores = ImageStores & Pick<Bindings, 'DB'>
type Image = Pick<CleanImage, 'bytes' | 'image'>
type Derived = {
  field: 'profilePicture' | 'logoUrl'
  column: 'inlinePhoto' | 'logoTone'
  make: (env: ImageStores, image: Image) => Promise<string | undefined>
}

async function fill(env: Stores, { field, column, make }: Derived): Promise<'more' | undefined> {
  if (!env.IMAGES) return undefined
  const db = database(env.DB)
  const missing = await listMissing(db, { field, column })
  for (const { hash, address } of missing) {
    const image = await readImage(env, address)
    const value = image ? await make(env, image) : ''
    await repeatable(() =>
      db
        .update(uploads)
        .set({ [column]: value ?? '' })
        .where(eq(uploads.hash, hash)),
    )
    // Stops, so that only one image a night is given up while Images is down.
    if (value === undefined) return undefined
  }
  return missing.length === batchSize ? 'more' : undefined
}

/** Images of cards that were uploaded here and lack the derived value in every upload. */
function listMissing(db: Db, { field, column }: Omit<Derived, 'make'>) {
  const url = businessCards[field]
  const hash = sql<string>`${imageHashSql(url)}`
  const address = sql<string>`min(${url})`
  return db
    .select({ hash: uploads.hash, address })
    .from(businessCards)
    .innerJoin(uploads, eq(uploads.hash, hash))
    .where(like(url, '/images/%'))
    .groupBy(uploads.hash)
    .having(sql`max(${uploads[column]}) is null`)
    .limit(batchSize)
    .all()
}

async function readImage(env: ImageStores, address: string): Promise<Image | undefined> {
  const stored = await env.MEDIA.get(address.slice(1))
  const bytes = stored && new Uint8Array(await stored.arrayBuffer())
  const image = bytes && measureImage(bytes)
  return bytes && image ? { bytes, image } : undefined
}
