import regularFile from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import boldFile from '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf?url'
import { jsPDF } from 'jspdf'

/**
 * The embedded font, subset to the characters used; and the invisible font for text behind images.
 */
export const family = 'NotoSans'
const unseenFamily = 'Unseen'

/** Width of each glyph, relative to the font size. */
export const invisibleGlyphWidth = 0.5

// jsPDF replaces Arabic letters with their joined forms, which readers cannot map back. The browser
// does the joining here.
jsPDF.API.events = jsPDF.API.events.filter(([topic]) => topic !== 'preProcessText')

export type FontFiles = { regular: Uint8Array; bold: Uint8Array }

export async function fetchFonts(): Promise<FontFiles> {
  const [regular, bold] = await Promise.all([fetchFile(regularFile), fetchFile(boldFile)])
  return { regular, bold }
}

export function addFonts(pdf: jsPDF, { regular, bold }: FontFiles): void {
  add(pdf, regular, { family, style: 'normal' })
  add(pdf, bold, { family, style: 'bold' })
}

/** Adds the font on first use; most documents do not need it. */
export function selectInvisibleFont(pdf: jsPDF): void {
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

const unicodes = 65_536
const em = 1000
const space = 32
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
