import regularFile from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import boldFile from '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf?url'
import { jsPDF } from 'jspdf'
import { createCanvas } from '../ui/canvas.ts'
import { lineHeight, wrapLines } from './wrap-lines.ts'

/** The embedded font, which has only the used characters, and the invisible font for text behind images. */
export const family = 'NotoSans'

/** Width of each glyph, relative to the font size. */
const invisibleGlyphWidth = 0.5

// jsPDF replaces Arabic letters with joined forms that readers cannot map back. Here the browser joins them.
jsPDF.API.events = jsPDF.API.events.filter(([topic]) => topic !== 'preProcessText')

export type FontFiles = { regular: Uint8Array; bold: Uint8Array }

const unicodes = 65_536
const em = 1000
const space = 32

/** `ground` is the color behind text that is drawn as an image, by default white. */
export type TextLook = { size: number; bold?: boolean; color: string; ground?: string }
export type Place = { x: number; y: number }

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

/** Returns the width of a line of any script, in points. */
export function textWidth(pdf: jsPDF, text: string, look: TextLook): number {
  return measureOf(pdf, text, look)(text)
}

/** Wraps text of any script into lines of at most this width, in points. */
export function wrapText(pdf: jsPDF, text: string, look: TextLook & { width: number }): string[] {
  return wrapLines(text, look.width, measureOf(pdf, text, look))
}

/**
 * Writes one line with its top at this position. Text outside the embedded font becomes an image with invisible text
 * behind it.
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

const sharpness = 4

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

export async function fetchFonts(): Promise<FontFiles> {
  const [regular, bold] = await Promise.all([fetchFile(regularFile), fetchFile(boldFile)])
  return { regular, bold }
}

export function addFonts(pdf: jsPDF, { regular, bold }: FontFiles): void {
  add(pdf, regular, { family, style: 'normal' })
  add(pdf, bold, { family, style: 'bold' })
}

const unseenFamily = 'Unseen'

/** Adds the font on first use; most documents do not need it. */
function selectInvisibleFont(pdf: jsPDF): void {
  if (!pdf.getFontList()[unseenFamily])
    add(pdf, invisibleFont(), { family: unseenFamily, style: 'normal' })
  pdf.setFont(unseenFamily, 'normal')
}

function add(pdf: jsPDF, bytes: Uint8Array, font: { family: string; style: string }): void {
  const file = `${font.family}-${font.style}.ttf`
  pdf.addFileToVFS(file, binary(bytes))
  pdf.addFont(file, font.family, font.style, undefined, 'Identity-H')
}

async function fetchFile(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The font answers ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

function binary(bytes: Uint8Array): string {
  let text = ''
  // The number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

// A point on the curve at the previous position: an outline of one point is invisible.
const aPoint = 0x31

/**
 * A TrueType font with an invisible glyph for each character of the Basic Multilingual Plane. It
 * carries the text behind an image of it, so that a PDF can be searched and copied in every script.
 */
function invisibleFont(): Uint8Array {
  const tables: Record<string, Uint8Array> = {
    cmap: cmap(),
    glyf: joined([shorts(1, 0, 0, 0, 0, 0, 0), new Uint8Array([aPoint, 0])]),
    head: head(),
    hhea: shorts(1, 0, 800, -200, 0, em, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
    hmtx: widths(),
    loca: offsets(),
    maxp: shorts(1, 0, unicodes - 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    name: names('Unseen'),
    post: shorts(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  }
  const count = Object.keys(tables).length
  const directory = [shorts(1, 0, count, 128, 3, count * 16 - 128)]
  const contents: Uint8Array[] = []
  let offset = 12 + count * 16
  for (const [tag, table] of Object.entries(tables)) {
    directory.push(ascii(tag), longs(0, offset, table.length))
    contents.push(table, new Uint8Array(-table.length & 3))
    offset += table.length + (-table.length & 3)
  }
  return joined([...directory, ...contents])
}

/** cmap format 4 with one segment: a character's glyph id is its code point. */
function cmap(): Uint8Array {
  const stretches = shorts(4, 32, 0, 4, 4, 1, 0, 0xfffe, 0xffff, 0, 1, 0xffff, 0, 1, 0, 0)
  return joined([shorts(0, 1, 3, 1), longs(12), stretches])
}

function head(): Uint8Array {
  return joined([
    longs(0x00010000, 0, 0, 0x5f0f3cf5),
    shorts(0, em),
    longs(0, 0, 0, 0),
    shorts(0, -200, em, 800, 0, 8, 2, 0, 0),
  ])
}

/**
 * Offsets in units of two bytes. A font needs at least one outline: the space has one point, so all
 * later glyphs start after it.
 */
function offsets(): Uint8Array {
  return new Uint8Array(unicodes * 2).map((_, byte) => (byte % 2 && byte > 2 * space + 1 ? 8 : 0))
}

/** The same advance width for all; then the left side bearings. */
function widths(): Uint8Array {
  return joined([shorts(em / 2, 0), new Uint8Array((unicodes - 2) * 2)])
}

/** A PDF requires the PostScript name, name id 6. */
function names(name: string): Uint8Array {
  return joined([shorts(0, 1, 18, 1, 0, 0, 6, name.length, 0), ascii(name)])
}

function shorts(...values: number[]): Uint8Array {
  return new Uint8Array(values.flatMap((value) => [(value >> 8) & 255, value & 255]))
}

function longs(...values: number[]): Uint8Array {
  return joined(values.map((value) => shorts(value >>> 16, value & 0xffff)))
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
