/** Logo tones: whether a logo would be invisible on a dark or on a light card, which then puts a plate behind it. */
import { type SQLWrapper, sql } from 'drizzle-orm'
import { convertIndexedToRgb, type DecodedPng, decode } from 'fast-png'
import type { LogoTone } from '../../schema/images/image.ts'
import { luminance } from '../../schema/luminance.ts'
import { log } from '../platform/log.ts'
import type { CleanImage } from './clean.ts'
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
 * The luminance of each visible pixel beside a transparent one, where the card shows: a light letter inside a colored
 * mark needs no plate. None of an image that is almost opaque, which has a background of its own.
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
