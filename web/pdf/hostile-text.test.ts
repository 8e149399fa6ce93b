import { jsPDF } from 'jspdf'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { payloads } from '../../trust/payloads.ts'
import { readFonts } from './testing.ts'
import { addFonts, isWritable, writeInvisible, writeLine } from './write-text.ts'

/** Payloads that try to end their place in the document and start an action. */
const ofDocuments = [
  ') /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (',
  '\\) /AA << /O << /S /Launch /F (calc.exe) >> >> (\\',
  ') Tj ET endstream endobj 9 0 obj << /Type /Annot /A << /S /URI /URI (https://evil.example) >> >>',
  '> Tj <</S/JavaScript/JS<6170702e616c657274>>>',
  '%%EOF\r\ntrailer << /Root 9 0 R >>',
  '\\051\\040/JS\\050app.alert\\0501\\051\\051',
]
const texts = payloads.map(({ text }) => text.toWellFormed())
const linesOfPage = 60

/** The first text is also its creator. */
async function written(pages: string[][], title: string): Promise<Uint8Array> {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4' })
  addFonts(pdf, await readFonts())
  pdf.setProperties({ title, creator: pages[0]?.[0] ?? '' })
  const look = { size: 10, color: '#000000' }
  for (const [page, lines] of pages.entries()) {
    if (page > 0) pdf.addPage()
    for (const [at, text] of lines.entries()) {
      const place = { x: 40, y: 40 + at * 12 }
      // A browser would draw the image of text that the font cannot write; here there is only the
      // text behind it.
      if (isWritable(text)) writeLine(pdf, text, { ...place, ...look })
      else writeInvisible(pdf, text, { ...place, width: 5 * text.length, size: 10 })
    }
  }
  return new Uint8Array(pdf.output('arraybuffer'))
}

test('a PDF of texts that end their place in it has them as its title, and no actions', async () => {
  const title = ofDocuments.join(' ')
  const document = await getDocumentProxy(await written([ofDocuments], title))
  const { info } = await document.getMetadata()
  expect(Reflect.get(info, 'Title')).toBe(title)
  await expectHarmless(document, [ofDocuments])
})

test('a PDF of every hostile text contains no actions', async ({ task }) => {
  const pages = Array.from({ length: Math.ceil(texts.length / linesOfPage) }, (_, at) =>
    texts.slice(at * linesOfPage, (at + 1) * linesOfPage),
  )
  await expectHarmless(await getDocumentProxy(await written(pages, texts.join(' '))), pages)
  Object.assign(task.meta, {
    proves: { what: 'payloads in a PDF, parsed by another program', cases: texts.length },
  })
})

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

async function expectHarmless(document: PdfDocument, pages: string[][]) {
  expect(document.numPages).toBe(pages.length)
  expect(await document.getJSActions()).toBeNull()
  expect(await document.getAttachments()).toBeNull()
  // An open action may be a position in the document, which is harmless.
  expect(await document.getOpenAction()).not.toHaveProperty('action')
  for (const [at, lines] of pages.entries()) {
    const page = await document.getPage(at + 1)
    expect(await page.getAnnotations(), lines.join('\n')).toEqual([])
    expect(await page.getJSActions(), lines.join('\n')).toBeNull()
  }
}
