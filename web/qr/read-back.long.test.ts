import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQr, type QrDrawing, qrSvg } from '../../card/qr/drawing.ts'
import { printDocument, writeQr } from '../pdf/print-document.ts'
import { readFonts } from '../pdf/testing.ts'
import { isReadable } from './qr-picture.ts'
import { randomStyles } from './testing/random-styles.ts'
import {
  cropped,
  failedViews,
  hasTools,
  pixelsOf,
  rasterizePdf,
  rasterizeSvg,
} from './testing/read-codes.ts'

const count = 8
const isInstalled = hasTools('zbarimg', 'pdftoppm')

test.skipIf(!isInstalled)(
  'codes of random styles are read from SVG and PDF: whole, small, blurred and turned (needs zbar-tools and poppler-utils)',
  async ({ task }) => {
    const logo = `data:image/png;base64,${(await logoFile()).toString('base64')}`
    // Other codes each time that the test is repeated.
    const seed = 22 + (task.result?.repeatCount ?? 0)
    let refused = 0
    for (const { content, style, hasLogo } of randomStyles(count, seed)) {
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
    expect(refused).toBeLessThan(count / 2)
    Object.assign(task.meta, {
      proves: {
        what: 'QR codes of random styles read back by jsQR and ZBar',
        cases: count - refused,
      },
    })
  },
)

function logoFile(): Promise<Buffer> {
  const background = { r: 209, g: 26, b: 42 }
  return sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()
}

/** 40 mm wide, without the image of the logo, which the browser decodes. */
async function pdfOf(drawing: QrDrawing): Promise<Uint8Array> {
  const width = 113
  const page = { width, height: (width * drawing.height) / drawing.width }
  const pdf = printDocument('Code', page, await readFonts())
  writeQr(pdf, { drawing }, { x: 0, y: 0, width })
  return new Uint8Array(pdf.output('arraybuffer'))
}
