/** Draws the preview picture of a card after a save, if anything it shows has changed. */
import type { Card } from '../../../schema/cards/card.ts'
import { publicView } from '../../../schema/cards/reveal.ts'
import {
  type PreviewContent,
  previewMaxBytes,
  previewSize,
  previewText,
} from '../../../schema/images/upload.ts'
import { type Palette, themePalette } from '../../pictures/theme-palette.ts'
import { fetchImage } from '../../qr/load-logo.ts'
import { canvasToBlob, createCanvas } from '../../ui/canvas.ts'

// Margins, sizes and positions in pixels.
const margin = 48
const photo = { x: 264, y: 315, radius: 152 }
const text = { x: 480, width: 624 }
const logoBox = { width: 240, height: 96 }
const textOnly = { x: 128, width: 944 }

const qualities = [0.9, 0.8, 0.65, 0.5, 0.3]

type Line = { text: string; font: string; size: number; color: string }
type Place = { x: number; width: number }

type FittedText = { text: string; width: number; font: (size: number) => string; sizes: number[] }

/** Draws and stores the picture unless the stored one is current. Saves neither wait for it nor fail with it. */
export async function refreshPreview(card: Card): Promise<void> {
  const shown = publicView(card)
  const of = await hashOf(shown)
  if (!of || of === card.previewOf) return
  const body = new FormData()
  body.append('of', of)
  body.append('file', await drawPreview(shown, shown.logoTone), 'preview.jpg')
  await fetch(`/api/business-cards/${card.id}/preview`, { method: 'PUT', body })
}

// `crypto.subtle` is undefined over plain http, as on a local network.
async function hashOf(card: PreviewContent): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(previewText(card))
  const hash = await crypto.subtle?.digest('SHA-256', bytes)
  return (
    hash && Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  )
}

/** Returns a JPEG of at most 300 kB. Images that cannot be loaded are left out. */
async function drawPreview(content: PreviewContent, logoTone: Card['logoTone']): Promise<Blob> {
  const { canvas, context } = createCanvas(previewSize)
  const [face, logo] = await Promise.all([loaded(content.profilePicture), loaded(content.logoUrl)])
  const colors = themePalette(content.theme, logoTone)
  drawPaper(context, colors)
  if (face) drawPhoto(context, face, colors)
  drawTexts(context, content, { colors, place: face ? text : textOnly, hasLogo: !!logo })
  if (logo) drawLogo(context, logo, { plate: colors.plate, place: face ? text : textOnly })
  return jpegOf(canvas)
}

async function loaded(url: string | null): Promise<HTMLImageElement | undefined> {
  return url ? fetchImage(url).catch(() => undefined) : undefined
}

function drawPaper(context: CanvasRenderingContext2D, colors: Palette): void {
  const { width, height } = previewSize
  context.fillStyle = colors.behind
  context.fillRect(0, 0, width, height)
  context.beginPath()
  context.roundRect(margin, margin, width - 2 * margin, height - 2 * margin, 28)
  context.fillStyle = colors.paper
  context.fill()
  context.lineWidth = 2
  context.strokeStyle = colors.line
  context.stroke()
  context.save()
  context.clip()
  context.fillStyle = colors.accent
  context.fillRect(margin, height - margin - 16, width - 2 * margin, 16)
  context.restore()
}

/** Draws the middle square of the photo as a circle with a ring around it. */
function drawPhoto(
  context: CanvasRenderingContext2D,
  face: HTMLImageElement,
  colors: Palette,
): void {
  const { x, y, radius } = photo
  const { width, height } = sizeOf(face)
  const side = Math.min(width, height)
  context.beginPath()
  context.arc(x, y, radius + 8, 0, 2 * Math.PI)
  context.fillStyle = colors.ring
  context.fill()
  context.save()
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.clip()
  const from = [(width - side) / 2, (height - side) / 2, side, side] as const
  context.drawImage(face, ...from, x - radius, y - radius, 2 * radius, 2 * radius)
  context.restore()
}

function drawTexts(
  context: CanvasRenderingContext2D,
  { name, title, company }: PreviewContent,
  { colors, place, hasLogo }: { colors: Palette; place: Place; hasLogo: boolean },
): void {
  const shown = name ?? company ?? ''
  const under = [title, name ? company : null].flatMap((each) => (each ? [each] : []))
  const head = (size: number) => `${colors.weight} ${size}px ${colors.head}`
  const body = (size: number) => `500 ${size}px ${colors.body}`
  const nameLines = fitLines(context, {
    text: shown,
    width: place.width,
    font: head,
    sizes: [76, 64, 54, 46],
  })
  const lines: Line[] = [
    ...nameLines.map((line) => ({ ...line, color: colors.ink })),
    ...under.flatMap((each) =>
      fitLines(context, { text: each, width: place.width, font: body, sizes: [36, 32] })
        .slice(0, 1)
        .map((line) => ({ ...line, color: colors.muted })),
    ),
  ]
  const height = lines.reduce((sum, { size }) => sum + size * 1.25, 0)
  let y = (previewSize.height - height) / 2 - (hasLogo ? logoBox.height / 2 : 0)
  context.textBaseline = 'middle'
  for (const { text: line, font, size, color } of lines) {
    context.font = font
    context.fillStyle = color
    context.fillText(line, place.x, y + (size * 1.25) / 2, place.width)
    y += size * 1.25
  }
}

/** Wraps the text into at most two lines at the largest size that fits. At the smallest, an ellipsis ends them. */
function fitLines(
  context: CanvasRenderingContext2D,
  { text: whole, width, font, sizes }: FittedText,
) {
  const split = (size: number) => {
    context.font = font(size)
    return wrap(whole, (part) => context.measureText(part).width <= width)
  }
  const smallest = sizes.at(-1) ?? 0
  const size = sizes.find((each) => split(each).length <= 2) ?? smallest
  const [first, second, ...rest] = split(size)
  const last = rest.length > 0 ? `${second}…` : second
  return [first, last].flatMap((line) => (line ? [{ text: line, font: font(size), size }] : []))
}

/** Returns lines of whole words. A word too long for a line is a line of its own, which the canvas condenses. */
function wrap(whole: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of whole.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function drawLogo(
  context: CanvasRenderingContext2D,
  logo: HTMLImageElement,
  { plate, place }: { plate: string; place: Place },
): void {
  const { width, height } = sizeOf(logo)
  const scale = Math.min(logoBox.width / width, logoBox.height / height)
  const size = [width * scale, height * scale] as const
  const y = previewSize.height - margin - 16 - 32 - size[1]
  context.beginPath()
  context.roundRect(place.x - 12, y - 12, size[0] + 24, size[1] + 24, 12)
  context.fillStyle = plate
  context.fill()
  context.drawImage(logo, place.x, y, ...size)
}

// An SVG may have no size of its own.
function sizeOf({ naturalWidth, naturalHeight }: HTMLImageElement) {
  return { width: naturalWidth || 512, height: naturalHeight || 512 }
}

async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const quality of qualities) {
    const blob = await canvasToBlob(canvas, 'image/jpeg', quality)
    if (blob.size <= previewMaxBytes) return blob
  }
  throw new Error('The picture is too large')
}
