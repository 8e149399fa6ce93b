import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { jsPDF } from 'jspdf'
import { getDocumentProxy } from 'unpdf'
import { expect, test, vi } from 'vitest'
import { payloads } from '../../trust/payloads.ts'
import { addFonts } from './fonts.ts'
import { isWritable, writeInvisible, writeLine } from './write-text.ts'

vi.setConfig({ testTimeout: 300_000 })
const isWhole = process.env.TRUST === 'whole'
/** Payloads that try to end their place in the document and start an action. */
const ofDocuments = [
  ') /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (',
  '\\) /AA << /O << /S /Launch /F (calc.exe) >> >> (\\',
  ') Tj ET endstream endobj 9 0 obj << /Type /Annot /A << /S /URI /URI (https://evil.example) >> >>',
  '> Tj <</S/JavaScript/JS<6170702e616c657274>>>',
  '%%EOF\r\ntrailer << /Root 9 0 R >>',
  '\\051\\040/JS\\050app.alert\\0501\\051\\051',
]
const texts = payloads
  .filter(({ id }) => isWhole || id % 20 === 0)
  .map(({ text }) => text.toWellFormed())

/** The first document contains only these payloads, so that its title can be read back exactly. */
const documents = [
  ofDocuments,
  ...Array.from({ length: Math.ceil(texts.length / 40) }, (_, at) =>
    texts.slice(at * 40, (at + 1) * 40),
  ),
]

async function written(some: string[]): Promise<Uint8Array> {
  const file = fileURLToPath(
    import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  )
  const font = new Uint8Array(await readFile(file))
  const pdf = new jsPDF({ unit: 'pt', format: 'a4' })
  addFonts(pdf, { regular: font, bold: font })
  pdf.setProperties({ title: some.join(' '), creator: some[0] ?? '' })
  const look = { size: 10, color: '#000000' }
  for (const [at, text] of some.entries()) {
    const place = { x: 40, y: 40 + at * 12 }
    // A browser would draw the image of text that the font cannot write; here there is only the
    // text behind it.
    if (isWritable(text)) writeLine(pdf, text, { ...place, ...look })
    else writeInvisible(pdf, text, { ...place, width: 5 * text.length, size: 10 })
  }
  return new Uint8Array(pdf.output('arraybuffer'))
}

test('a PDF of hostile text contains the text and no actions', async ({ task }) => {
  for (const some of documents) {
    const printed = some.join('\n')
    const document = await getDocumentProxy(await written(some))
    expect(document.numPages, printed).toBe(1)
    expect(await document.getJSActions(), printed).toBeNull()
    expect(await document.getAttachments(), printed).toBeNull()
    // An open action may be a position in the document, which is harmless.
    expect(await document.getOpenAction(), printed).not.toHaveProperty('action')
    const page = await document.getPage(1)
    expect(await page.getAnnotations(), printed).toEqual([])
    expect(await page.getJSActions(), printed).toBeNull()
    const { info } = await document.getMetadata()
    if (some === ofDocuments) expect(Reflect.get(info, 'Title')).toBe(some.join(' '))
  }
  const cases = documents.flat().length
  Object.assign(task.meta, {
    proves: { what: 'payloads in a PDF, parsed by another program', cases },
  })
})
