import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTools, rasterizePdf, readByZbar } from '../qr/testing/read-codes.ts'
import { printProducts } from './products.ts'
import { card, pdfOf } from './testing.ts'

const isInstalled = hasTools('pdffonts', 'pdfinfo', 'pdftoppm', 'zbarimg')

/** Width and height in millimeters. */
const sizes: Record<string, [number, number]> = {
  card: [105, 75],
  'card-us': [108.9, 70.8],
  a4: [210, 297],
  letter: [215.9, 279.4],
}

test.skipIf(!isInstalled)(
  'print files embed every font, have exact sizes and boxes, and codes that ZBar reads (needs zbar-tools and poppler-utils)',
  async () => {
    for (const { value, pages } of printProducts) {
      const pdf = await pdfOf(pages([card]))
      const { fonts, boxes } = poppler(pdf)
      expect(fonts.length, value).toBeGreaterThan(0)
      for (const font of fonts) expect(font, value).toMatch(/ yes (yes|no ) (yes|no )? /)
      const [width, height] = sizes[value] ?? sizes[value.split('-')[1] ?? ''] ?? [0, 0]
      expect(Math.abs(boxes.media.width - width), value).toBeLessThan(0.1)
      expect(Math.abs(boxes.media.height - height), value).toBeLessThan(0.1)
      if (value === 'card') expect([boxes.trim.width, boxes.bleed.width]).toEqual([85, 91])
      const image = rasterizePdf(pdf, { share: 0.2 }, value.startsWith('card') ? 2 : 1)
      expect(readByZbar([image])[0], value).toBe(card.code.content)
    }
  },
)

/** Fonts as `pdffonts` lists them, and boxes in whole tenths of a millimeter. */
function poppler(pdf: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'print-'))
  try {
    const file = join(folder, 'print.pdf')
    writeFileSync(file, pdf)
    const run = (...args: [string, ...string[]]) =>
      execFileSync(args[0], [...args.slice(1), file], { encoding: 'utf8' })
    const info = run('pdfinfo', '-box')
    const box = (name: string) => {
      const [, left = 0, bottom = 0, right = 0, top = 0] =
        new RegExp(`${name}: +([\\d.]+) +([\\d.]+) +([\\d.]+) +([\\d.]+)`)
          .exec(info)
          ?.map(Number) ?? []
      const millimeters = (points: number) => Math.round((points / 72) * 254) / 10
      return { width: millimeters(right - left), height: millimeters(top - bottom) }
    }
    const fonts = run('pdffonts').trim().split('\n').slice(2)
    return {
      fonts,
      boxes: { media: box('MediaBox'), trim: box('TrimBox'), bleed: box('BleedBox') },
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
