/** Draws a QR code with its style, frame and logo: shapes from which SVG, canvas and PDF are made. */
import type { QrStyle } from '../../schema/share-points/share-point.ts'
import { qrModules } from './modules.ts'
import { outlineOf, type PathStep, rectanglePath, svgPath } from './paths.ts'

/** The font of a frame's text, as in CSS. */
export const qrFont = 'Noto Sans, system-ui, sans-serif'

/** ISO/IEC 18004 asks for four modules on every side. */
export const quietZone = 4

const frameLine = 1.5
const bandHeight = 7

/** Shapes in the order in which they are painted; one unit is one module. */
export type QrDrawing = {
  width: number
  height: number
  /** The square of the code with its quiet zone. */
  code: Square
  shapes: { steps: PathStep[]; color: string }[]
  /** The square in which a logo must fit. */
  logo?: Square
  /** A line of text, centered on this position in both directions. */
  text?: { line: string; x: number; y: number; size: number; color: string; ground: string }
}
type Square = { x: number; y: number; side: number }

export function drawQr(content: string, style: QrStyle, hasLogo: boolean): QrDrawing {
  const modules = qrModules(content, hasLogo ? 'H' : 'M')
  const border = style.frame ? frameLine : 0
  const start = border + quietZone
  const side = modules.length + 2 * quietZone
  const plate = hasLogo ? plateOf(modules.length) : undefined
  const shown = plate ? withoutPlate(modules, plate) : modules
  const [width, height] = [side + 2 * border, side + border + (style.frame ? bandHeight : 0)]
  return {
    width,
    height,
    code: { x: border, y: border, side },
    shapes: [
      ...frameOf(style, { width, height, side }),
      { steps: outlineOf(shown, style.shape === 'rounded', start), color: style.dark },
    ],
    ...(plate && {
      logo: { x: start + plate.from + 0.5, y: start + plate.from + 0.5, side: plate.side - 1 },
    }),
    ...(style.frame && { text: textOf(style, { width, height }) }),
  }
}

const frameRadius = 3

/** The background alone; or a frame with the background on it, and a band for the text below. */
function frameOf(
  { dark, light, frame }: QrStyle,
  size: { width: number; height: number; side: number },
) {
  const { width, height, side } = size
  if (!frame) return [{ steps: rectanglePath({ x: 0, y: 0, width, height }), color: light }]
  const ground = { x: frameLine, y: frameLine, width: side, height: side }
  return [
    { steps: rectanglePath({ x: 0, y: 0, width, height }, frameRadius), color: dark },
    { steps: rectanglePath(ground, frameRadius - frameLine), color: light },
  ]
}

type Plate = { from: number; side: number }

/** The largest share of a code's width that a logo may cover; level H restores far more. */
const maxLogoShare = 0.2

/** The modules that a logo replaces. Their number per side is odd, so that they are in the middle of the code. */
function plateOf(length: number): Plate {
  const most = Math.floor(length * maxLogoShare)
  const side = most % 2 === 1 ? most : most - 1
  return { from: (length - side) / 2, side }
}

function withoutPlate(modules: boolean[][], { from, side }: Plate): boolean[][] {
  const isInside = (at: number) => at >= from && at < from + side
  return modules.map((row, y) => row.map((isDark, x) => isDark && !(isInside(x) && isInside(y))))
}

const maxTextSize = 4

function textOf(
  { frame: line, dark, light }: QrStyle,
  { width, height }: { width: number; height: number },
) {
  const size = Math.min(maxTextSize, (width - 4) / widthOf(line))
  return { line, x: width / 2, y: height - bandHeight / 2, size, color: light, ground: dark }
}

/** Returns an upper estimate of a text's width at size 1. It is an estimate because the fonts of the outputs differ. */
function widthOf(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (/[\u0020-\u024f\u0370-\u052f]/.test(letter) ? 0.64 : 1.1),
    0,
  )
}

/** Returns the drawing as an SVG file. `logoUrl` is a `data:` URL, because an SVG used as an image loads nothing. */
export function qrSvg({ width, height, shapes, logo, text }: QrDrawing, logoUrl?: string): string {
  const parts = [
    ...shapes.map(({ steps, color }) => `<path fill="${color}" d="${svgPath(steps)}"/>`),
    ...(logo && logoUrl
      ? [
          `<image href="${escapeXml(logoUrl)}" x="${logo.x}" y="${logo.y}" width="${logo.side}" height="${logo.side}"/>`,
        ]
      : []),
    ...(text
      ? [
          `<text x="${text.x}" y="${text.y}" font-size="${text.size}" fill="${text.color}" font-family="${qrFont}" font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeXml(text.line)}</text>`,
        ]
      : []),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>\n`
}

function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
