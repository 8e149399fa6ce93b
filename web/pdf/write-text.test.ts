import { jsPDF } from 'jspdf'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { readFonts } from './testing.ts'
import { addFonts, isWritable, wrapText, writeInvisible, writeLine } from './write-text.ts'

const look = { size: 10, color: '#000000' }

async function blank(): Promise<jsPDF> {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4' })
  addFonts(pdf, await readFonts())
  return pdf
}

/** Extracts the text with an independent library. */
async function textOf(pdf: jsPDF): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf.output('arraybuffer')))
  return text.join('\n').trim()
}

test('Latin, Greek and Cyrillic are written with the embedded font and read back', async () => {
  const pdf = await blank()
  const texts = ['Zoë Łukasz', 'Ελένη Ώρα', 'Владимир Ќосев', 'a – “b” … €', 'Việt Nam']
  for (const [index, text] of texts.entries()) {
    expect(isWritable(text), text).toBe(true)
    writeLine(pdf, text, { x: 40, y: 40 + index * 20, ...look })
  }
  expect((await textOf(pdf)).split('\n')).toEqual(texts)
})

test('the font has every character that isWritable accepts', async () => {
  const pdf = await blank()
  const writable = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => character.trim() && isWritable(character),
  )
  expect(writable.length).toBeGreaterThan(1200)
  // A line ends at the first character without a glyph.
  for (const [index, character] of writable.entries())
    writeLine(pdf, `${character}|`, {
      x: 20 + (index % 25) * 22,
      y: 10 + Math.floor(index / 25) * 12,
      ...look,
    })
  const read = await textOf(pdf)
  expect(read.match(/\|/g)?.length).toBe(writable.length + 1)
})

test('other scripts are drawn by the browser, and their text is read back from behind the image', async () => {
  const pdf = await blank()
  const east = ['王小明', 'やまだ 太郎', '홍길동', 'สมชาย ใจดี', 'अमित कुमार']
  const leftward = ['דוד כהן', 'محمد علي', 'شركة Edge 24']
  for (const [index, text] of [...east, ...leftward].entries()) {
    expect(isWritable(text), text).toBe(false)
    writeInvisible(pdf, text, { x: 40, y: 40 + index * 40, width: 5 * text.length, size: 10 })
  }
  const words = (text: string) => text.trim().split(/\s+/)
  expect(words(await textOf(pdf))).toEqual(words([...east, ...leftward].join(' ')))
})

test('long text wraps within the width, and a word that is too wide is broken', async () => {
  const pdf = await blank()
  const text = `${'word '.repeat(30)}${'x'.repeat(200)}`
  const lines = wrapText(pdf, text, { ...look, width: 200 })
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  for (const line of lines)
    expect(pdf.getStringUnitWidth(line, { fontSize: 10 }) * 10).toBeLessThanOrEqual(200)
})
