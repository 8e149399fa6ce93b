import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQr, type QrDrawing } from '../../card/qr/drawing.ts'
import { qrSvg } from '../../card/qr/svg.ts'
import { plainQr, qrColorError } from '../../schema/qr-style.ts'
import { randomStyles } from '../../trust/random-qr-styles.ts'
import {
  cropped,
  failedViews,
  hasTools,
  pixelsOf,
  rasterizePdf,
  rasterizeSvg,
} from '../../trust/read-codes.ts'
import { printDocument } from '../pdf/print-document.ts'
import { writeQr } from '../pdf/write-qr.ts'
import { isReadable } from './check-qr.ts'

const count = process.env.TRUST === 'whole' ? 200 : 8
const isInstalled = hasTools('zbarimg', 'pdftoppm')

if (isInstalled)
  test(
    'codes of random styles are read from SVG and PDF: whole, small, blurred and turned (needs zbar-tools and poppler-utils)',
    async ({ task }) => {
      const logo = `data:image/png;base64,${(await logoFile()).toString('base64')}`
      let refused = 0
      for (const { content, style, hasLogo } of randomStyles(count)) {
        const drawing = drawQr(content, style, hasLogo)
        const { side } = drawing.code
        const scale = { share: side / drawing.width, modules: side, ground: style.light }
        const svg = await rasterizeSvg(qrSvg(drawing, hasLogo ? logo : undefined), scale)
        // The check of the studio.
        const code = await cropped(svg, drawing)
        const imageOf = (width: number) => pixelsOf(code, width)
        if (!(await isReadable({ imageOf, modules: side, content }))) {
          refused += 1
          continue
        }
        const images = { svg, pdf: rasterizePdf(await pdfOf(drawing), scale) }
        for (const [kind, image] of Object.entries(images))
          expect(
            await failedViews({ image, code: await cropped(image, drawing) }, content, scale),
            `${kind} ${JSON.stringify(style)}`,
          ).toEqual([])
      }
      // A logo on a long link makes the modules too small.
      expect(refused).toBeLessThan(count / 5)
      Object.assign(task.meta, {
        proves: {
          what: 'QR codes of random styles read back by jsQR and ZBar',
          cases: count - refused,
        },
      })
    },
    count * 8000,
  )

test('a logo covers at most a fifth of the width, and a frame leaves the quiet zone', () => {
  for (const content of [
    'https://a.example/s/K7QX2M',
    `https://a.example/view/${'a'.repeat(60)}#qr`,
  ]) {
    const { code, logo, width, height } = drawQr(content, { ...plainQr, frame: 'Scan me' }, true)
    expect(logo?.side).toBeLessThanOrEqual((code.side - 8) / 5)
    expect(code.x).toBeGreaterThan(0)
    expect(width).toBe(code.side + 2 * code.x)
    expect(height).toBeGreaterThan(code.y + code.side)
  }
})

test('colors with too little contrast and inverted ones are refused with the reason', () => {
  expect(qrColorError({ dark: '#000000', light: '#ffffff' })).toBeUndefined()
  expect(qrColorError({ dark: '#757575', light: '#ffffff' })).toBeUndefined()
  expect(qrColorError({ dark: '#888888', light: '#ffffff' })).toContain('The contrast is 3.5:1.')
  expect(qrColorError({ dark: '#ffffff', light: '#000000' })).toContain('Swap the two colors')
})

test('a frame text of any script is text in the SVG', () => {
  const frame = '<b>&"\' Привет 名刺'
  const svg = qrSvg(drawQr('https://a.example/s/K7QX2M', { ...plainQr, frame }, false))
  expect(svg).toContain('>&#60;b&#62;&#38;&#34;&#39; Привет 名刺</text>')
})

function logoFile(): Promise<Buffer> {
  const background = { r: 209, g: 26, b: 42 }
  return sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()
}

/** 40 mm wide, without the image of the logo, which the browser decodes. */
async function pdfOf(drawing: QrDrawing): Promise<Uint8Array> {
  const read = async (file: string) =>
    new Uint8Array(
      await readFile(
        fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${file}.ttf`)),
      ),
    )
  const fonts = {
    regular: await read('400Regular/NotoSans_400Regular'),
    bold: await read('600SemiBold/NotoSans_600SemiBold'),
  }
  const width = 113
  const page = { width, height: (width * drawing.height) / drawing.width }
  const pdf = printDocument('Code', page, fonts)
  writeQr(pdf, { drawing }, { x: 0, y: 0, width })
  return new Uint8Array(pdf.output('arraybuffer'))
}
