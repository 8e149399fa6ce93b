/** Pictures with the name and the QR code of a card: backgrounds for meetings, and lock screens for phones. */
import { contrastOf } from '../../schema/luminance.ts'
import { t } from '../messages/t.ts'
import {
  type Box,
  linesOf,
  type PageItem,
  type PrintedCard,
  type PrintPage,
} from '../print/page.ts'
import { paintPage } from '../print/paint-page.ts'
import { sixDigits } from '../qr/theme-colors.ts'
import { canvasToBlob, createCanvas, freeCanvas } from '../ui/canvas.ts'
import type { Palette } from './theme-palette.ts'

const unreadable = t(
  'A camera could not read the code in this picture. Remove the logo of the code, or select a share point, whose link is shorter.',
)

type Painted = { canvas: HTMLCanvasElement; page: PrintPage; mirrored: boolean }

/** The side of the code in a meeting background, as others see it. */
export type Side = 'left' | 'right'

type Layout = (card: PrintedCard, palette: Palette, side: Side) => PrintPage

/**
 * The pictures, in pixels. `readAt`: widths to which the picture is scaled down to test it. The code must be readable at one
 * or more of them.
 */
export const backgrounds = [
  {
    value: 'meeting',
    label: t('Meeting background, 1920 × 1080'),
    layout: meetingBackground,
    // As a small tile in a call.
    readAt: [640, 656, 672, 688, 704, 720],
  },
  { value: '1080x2400', label: t('Lock screen, Android, 1080 × 2400'), ...lockScreen(1080, 2400) },
  { value: '1179x2556', label: t('Lock screen, iPhone, 1179 × 2556'), ...lockScreen(1179, 2556) },
  {
    value: '1320x2868',
    label: t('Lock screen, large iPhone, 1320 × 2868'),
    ...lockScreen(1320, 2868),
  },
] as const satisfies {
  value: string
  label: string
  layout: Layout
  readAt: readonly number[]
}[]

/** Name and code are in columns beside the speaker, above the shoulders, and within the tile cropped to 4:3. */
function meetingBackground(card: PrintedCard, palette: Palette, side: Side): PrintPage {
  const [left, right] = [264, 1256]
  const column = { width: 400, y: 136, height: 444 }
  const [codeX, textX] = side === 'left' ? [left, right] : [right, left]
  const bar = { x: textX, y: column.y, width: 8, height: column.height }
  const text = { x: textX + 36, width: column.width - 36 }
  const top = card.logo ? 140 : 0
  const colors = colorsOf(palette)
  return {
    width: 1920,
    height: 1080,
    items: [
      { kind: 'rectangle', x: 0, y: 0, width: 1920, height: 1080, color: colors.ground },
      { kind: 'rectangle', ...bar, color: colors.accent },
      ...logoItems(card, palette, { ...text, y: column.y, height: 126 }),
      textItem(
        card,
        { ...text, y: column.y + top, height: column.height - top },
        { size: 62, align: 'left', palette },
      ),
      ...codeItems(card, { x: codeX, ...column }, palette),
    ],
  }
}

/** Name and code are between the clock and widgets above and the buttons below. */
function lockScreen(width: number, height: number) {
  const side = width * 0.62
  const x = (width - side) / 2
  const wide = { x: width * 0.08, width: width * 0.84 }
  const layout: Layout = (card, palette) => {
    const colors = colorsOf(palette)
    return {
      width,
      height,
      items: [
        { kind: 'rectangle', x: 0, y: 0, width, height, color: colors.ground },
        textItem(
          card,
          { ...wide, y: height * 0.34, height: height * 0.145 },
          { size: width * 0.085, align: 'center', palette },
        ),
        {
          kind: 'rectangle',
          x: width * 0.44,
          y: height * 0.5,
          width: width * 0.12,
          height: width * 0.008,
          color: colors.accent,
        },
        ...codeItems(card, { x, y: height * 0.525, width: side, height: height * 0.33 }, palette),
      ],
    }
  }
  // A phone at arm's length fills a third of the camera's picture.
  return { layout, readAt: [360, 376, 392, 408, 424, 440] }
}

const minContrast = 4.5

/** Returns the colors of a picture. A text color with too little contrast becomes black or white. */
function colorsOf(palette: Palette) {
  const ground = sixDigits(palette.behind) ?? '#ffffff'
  const readable = (color: string) => {
    const found = [sixDigits(color), '#000000', '#ffffff'].find(
      (each) => each && contrastOf(each, ground) >= minContrast,
    )
    return found ?? '#000000'
  }
  return {
    ground,
    ink: readable(palette.ink),
    muted: readable(palette.muted),
    accent: sixDigits(palette.strong) ?? readable(palette.ink),
  }
}

type TextStyle = { size: number; align: 'left' | 'center'; palette: Palette }

function textItem(card: PrintedCard, box: Box, { size, align, palette }: TextStyle): PageItem {
  const { ink, ground } = colorsOf(palette)
  const fonts = { bold: palette.head, plain: palette.body }
  return { kind: 'text', ...box, lines: linesOf(card, size), color: ink, ground, align, fonts }
}

/** The logo on its plate. The plate is transparent unless the logo has too little contrast with the theme. */
function logoItems({ logo }: PrintedCard, { plate }: Palette, box: Box): PageItem[] {
  if (!logo) return []
  const square = { x: box.x, y: box.y, width: box.height, height: box.height }
  return [
    { kind: 'rectangle', ...square, color: plate },
    { kind: 'image', image: logo, ...square },
  ]
}

/** The code and its link, as large as the box allows. */
function codeItems({ code, link }: PrintedCard, box: Box, palette: Palette): PageItem[] {
  const { muted, ground } = colorsOf(palette)
  const { drawing } = code
  const caption = box.width * 0.11
  const scale = Math.min(box.width / drawing.width, (box.height - caption) / drawing.height)
  const [width, height] = [drawing.width * scale, drawing.height * scale]
  const x = box.x + (box.width - width) / 2
  const edge = width * 0.03
  return [
    {
      kind: 'rectangle',
      x: x - edge,
      y: box.y - edge,
      width: width + 2 * edge,
      height: height + 2 * edge,
      radius: 2 * edge,
      color: code.style.light,
    },
    { kind: 'code', code, x, y: box.y, width },
    {
      kind: 'text',
      x: box.x,
      y: box.y + height + edge,
      width: box.width,
      height: caption,
      lines: [{ text: link, size: box.width * 0.055 }],
      color: muted,
      ground,
      align: 'center',
      fonts: { bold: palette.head, plain: palette.body },
    },
  ]
}

/** Draws the picture in its full size, mirrored for programs that mirror it again. */
export function paintBackground(page: PrintPage, mirrored: boolean): HTMLCanvasElement {
  const canvas = paintPage(page, page.width)
  return mirrored ? redrawn(canvas, { width: page.width, mirrored }).canvas : canvas
}

export function pictureFile(canvas: HTMLCanvasElement, type: 'png' | 'jpeg'): Promise<Blob> {
  return canvasToBlob(canvas, `image/${type}`, 0.92)
}

/** Reads the code from the picture as a JPEG, scaled down to each width until one works; returns the error if none does. */
export async function backgroundError(
  { canvas, page, mirrored }: Painted,
  widths: readonly number[],
): Promise<string | undefined> {
  const { default: jsQR } = await import('jsqr')
  const image = await createImageBitmap(await pictureFile(canvas, 'jpeg'))
  const isRead = page.items.some((item) => {
    if (item.kind !== 'code') return false
    const { content, drawing } = item.code
    const unit = item.width / drawing.width
    const { x, y, side } = drawing.code
    return widths.some((width) => {
      const { canvas: small, context } = redrawn(image, { width, mirrored })
      const scaled = (length: number) => Math.round((length * width) / page.width)
      // Without the frame, as in `qr-picture.ts`.
      const square = scaled(side * unit)
      const [left, top] = [scaled(item.x + x * unit), scaled(item.y + y * unit)]
      const { data } = context.getImageData(left, top, square, square)
      freeCanvas(small)
      return jsQR(data, square, square, { inversionAttempts: 'dontInvert' })?.data === content
    })
  })
  image.close()
  return isRead ? undefined : unreadable
}

function redrawn(
  image: HTMLCanvasElement | ImageBitmap,
  { width, mirrored }: { width: number; mirrored: boolean },
) {
  const height = (image.height * width) / image.width
  const { canvas, context } = createCanvas({ width, height })
  if (mirrored) context.transform(-1, 0, 0, 1, width, 0)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return { canvas, context }
}
