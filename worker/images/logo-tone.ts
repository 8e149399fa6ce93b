/** The tone of a logo: whether it would be invisible on a card of the same tone. */
import { convertIndexedToRgb, type DecodedPng, decode } from 'fast-png'
import type { LogoTone } from '../../schema/images/image.ts'
import { luminance } from '../../schema/luminance.ts'
import { log } from '../platform/log.ts'
import type { CleanImage } from './clean.ts'
import { transformImage } from './sizes.ts'

// Cards show logos 24 pixels high. At twice the width of such a logo, thin lines are still opaque.
const shownWidth = 96
// Luminances with a contrast below 1.6 to #0a1015, the darkest theme, and to white.
const darkest = 0.04
const lightest = 0.606
// The share of the contour that text beside a large colored mark has.
const minShare = 0.15

// A larger PNG, which nobody needs for a logo, would take more than 30 MB of memory.
const maxDecodedPixels = 2_000_000

/**
 * Returns the tone of a transparent logo whose contour is nearly black or nearly white in part, and an empty string for
 * any other image; undefined if only the Images binding can read it, and there is none or it fails.
 */
export async function detectLogoTone(
  env: { IMAGES?: ImagesBinding },
  { bytes, image }: Pick<CleanImage, 'bytes' | 'image'>,
): Promise<LogoTone | '' | undefined> {
  if (image.type === 'jpg') return ''
  if (image.type === 'svg') return toneOf(svgLuminances(bytes))
  const isDecoded = image.type === 'png' && image.width * image.height <= maxDecodedPixels
  const png = isDecoded
    ? bytes
    : await transformImage(env, bytes, {
        transform: { width: Math.min(shownWidth, image.width) },
        output: { format: 'image/png' },
      })
  if (!png) return undefined
  try {
    return toneOf(contourLuminances(shrink(decode(png))))
  } catch (error) {
    log('warn', 'logo tone', { error })
    return ''
  }
}

function toneOf(luminances: number[]): LogoTone | '' {
  const dark = luminances.filter((value) => value < darkest).length
  const light = luminances.filter((value) => value > lightest).length
  if (luminances.length === 0 || Math.max(dark, light) < minShare * luminances.length) return ''
  return dark >= light ? 'dark' : 'light'
}

type Pixel = { color: string; alpha: number }
type Picture = { width: number; height: number; pixels: Pixel[] }

/**
 * The luminance of each visible pixel next to a transparent one, where the card shows through: a light letter inside a
 * colored mark needs no plate. Empty for an almost opaque image, which has its own background.
 */
function contourLuminances({ width, pixels }: Picture): number[] {
  const isVisible = (x: number, y: number) =>
    x >= 0 && x < width && (pixels[y * width + x]?.alpha ?? 0) > 127
  const visible = pixels.flatMap(({ color }, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
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

/** Returns the image at the width at which logos are shown; each pixel is the mean of those it replaces. */
function shrink(png: DecodedPng): Picture {
  const width = Math.min(shownWidth, png.width)
  const height = Math.max(1, Math.round((png.height * width) / png.width))
  const colorAt = readerOf(png)
  // Red, green and blue, each times alpha; alpha; and the number of pixels.
  const sums = new Float64Array(width * height * 5)
  const add = (at: number, value: number) => {
    sums[at] = (sums[at] ?? 0) + value
  }
  for (let y = 0; y < png.height; y += 1) {
    const row = Math.floor((y * height) / png.height) * width
    for (let x = 0; x < png.width; x += 1) {
      const cell = 5 * (row + Math.floor((x * width) / png.width))
      const [red, green, blue, alpha] = colorAt(y * png.width + x)
      add(cell, red * alpha)
      add(cell + 1, green * alpha)
      add(cell + 2, blue * alpha)
      add(cell + 3, alpha)
      add(cell + 4, 1)
    }
  }
  const pixels = Array.from({ length: width * height }, (_, index) => {
    const [red = 0, green = 0, blue = 0, alpha = 0, count = 1] = sums.subarray(
      5 * index,
      5 * index + 5,
    )
    const parts = [red, green, blue].map((sum) => Math.round(sum / Math.max(alpha, 1)))
    return { color: hexColor(parts), alpha: alpha / count }
  })
  return { width, height, pixels }
}

type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

/** Returns a function that reads a pixel, each part from 0 to 255. */
function readerOf(png: DecodedPng): (pixel: number) => Rgba {
  const data = png.palette ? convertIndexedToRgb(png) : png.data
  const channels = png.palette?.[0]?.length ?? png.channels
  const scale = png.depth === 16 ? 257 : 1
  const isColor = channels > 2
  const hasAlpha = channels === 2 || channels === 4
  // One color of an image without alpha may be transparent (PNG 3, 11.3.1.1).
  const clear = png.transparency
  return (pixel) => {
    const part = (index: number) => data[pixel * channels + index] ?? 0
    const [red, green, blue] = isColor ? [part(0), part(1), part(2)] : [part(0), part(0), part(0)]
    const isClear = clear?.length ? clear.every((value, index) => value === part(index)) : false
    const alpha = hasAlpha ? part(channels - 1) / scale : isClear ? 0 : 255
    return [red / scale, green / scale, blue / scale, alpha]
  }
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
