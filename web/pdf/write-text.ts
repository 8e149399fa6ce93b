import type { jsPDF } from 'jspdf'
import { createCanvas } from '../ui/canvas.ts'
import { family, invisibleGlyphWidth, selectInvisibleFont } from './fonts.ts'
import { lineHeight, wrapLines } from './wrap-lines.ts'

/** `ground` is the color behind text that is drawn as an image, by default white. */
export type TextLook = { size: number; bold?: boolean; color: string; ground?: string }
export type Place = { x: number; y: number }

const sharpness = 4

/**
 * Returns whether the embedded font has every character and needs no shaping: Latin, Greek and
 * Cyrillic with punctuation. Other scripts are drawn by the browser, which has fonts for them and
 * can shape them.
 */
export function isWritable(text: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u0482\u048a-\u052f\u1e00-\u1eff\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u202f\u2030\u2032\u2033\u2039\u203a\u20ac\u2116\u2122\u2212]*$/.test(
    text.normalize('NFC'),
  )
}

/** Width of a line of any script, in points. */
export function textWidth(pdf: jsPDF, text: string, look: TextLook): number {
  return measureOf(pdf, text, look)(text)
}

/** Wraps text of any script into lines of at most this width, in points. */
export function wrapText(pdf: jsPDF, text: string, look: TextLook & { width: number }): string[] {
  return wrapLines(text, look.width, measureOf(pdf, text, look))
}

/**
 * Writes one line with its top at this position; text that the embedded font cannot write becomes
 * an image with the text behind it.
 */
export function writeLine(pdf: jsPDF, text: string, { x, y, ...look }: Place & TextLook): void {
  const written = text.normalize('NFC')
  if (!isWritable(written)) {
    drawLine(pdf, written, { x, y, ...look })
    return
  }
  pdf.setFont(family, look.bold ? 'bold' : 'normal')
  pdf.setFontSize(look.size)
  pdf.setTextColor(look.color)
  pdf.text(written, x, y, { baseline: 'top', lineHeightFactor: lineHeight })
}

function drawLine(pdf: jsPDF, text: string, { x, y, ...look }: Place & TextLook): void {
  const { canvas, width, height } = drawnText(text, look)
  pdf.addImage(canvas, 'PNG', x, y, width, height, undefined, 'FAST')
  writeInvisible(pdf, text, { x, y, width, size: look.size })
}

/** Writes invisible text as wide as its image, for search, copy and screen readers. */
export function writeInvisible(
  pdf: jsPDF,
  text: string,
  { x, y, width, size }: Place & { width: number; size: number },
): void {
  // The invisible font only covers the Basic Multilingual Plane.
  const seen = asSeen(text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'))
  selectInvisibleFont(pdf)
  pdf.setFontSize(size)
  // The space is the only glyph with an outline, and an embedded font needs one.
  pdf.text(`${seen} `, x, y, {
    baseline: 'top',
    renderingMode: 'invisible',
    horizontalScale: width / (seen.length * size * invisibleGlyphWidth),
    // The text is already in visual order.
    isInputVisual: false,
    isOutputVisual: false,
  })
}

/** Reorders text into visual order: PDF glyphs run from left to right in any script. */
function asSeen(text: string): string {
  const words = text
    .split(/\s+/)
    .map((word) => (leftward.test(word) ? [...word].toReversed().join('') : word))
  return (rightToLeft.test(text) ? words.toReversed() : words).join(' ')
}

function drawnText(text: string, look: TextLook) {
  const width = Math.ceil(widthDrawn(look)(text)) + 1
  const height = look.size * lineHeight
  const pixels = { width: width * sharpness, height: height * sharpness }
  const { canvas, context } = createCanvas(pixels, { alpha: false })
  context.font = fontOf({ ...look, size: look.size * sharpness })
  context.fillStyle = look.ground ?? '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = look.color
  context.textBaseline = 'middle'
  context.direction = rightToLeft.test(text) ? 'rtl' : 'ltr'
  context.textAlign = 'left'
  context.fillText(text, 0, canvas.height / 2)
  return { canvas, width, height }
}

const leftward =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
// The first letter determines the direction of a line.
const rightToLeft = new RegExp(`^[^\\p{Letter}]*${leftward.source}`, 'u')

function measureOf(pdf: jsPDF, text: string, look: TextLook): (part: string) => number {
  return isWritable(text) ? widthWritten(pdf, look) : widthDrawn(look)
}

function widthDrawn(look: TextLook): (text: string) => number {
  const { context } = createCanvas({ width: 1, height: 1 }, { alpha: false })
  context.font = fontOf(look)
  return (text) => context.measureText(text).width
}

function widthWritten(pdf: jsPDF, look: TextLook): (text: string) => number {
  return (text) => {
    pdf.setFont(family, look.bold ? 'bold' : 'normal')
    return pdf.getStringUnitWidth(text.normalize('NFC'), { fontSize: look.size }) * look.size
  }
}

function fontOf({ size, bold }: Pick<TextLook, 'size' | 'bold'>): string {
  return `${bold ? 600 : 400} ${size}px "Noto Sans", system-ui, sans-serif`
}
