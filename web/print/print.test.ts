import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { plainQr } from '../../schema/qr-style.ts'
import { hasTools, rasterizePdf, readByZbar } from '../../trust/read-codes.ts'
import { qrPicture } from '../qr/qr-picture.ts'
import type { PrintedCard } from './page.ts'
import { printProducts } from './products.ts'
import { writePages } from './write-pages.ts'

const isInstalled = hasTools('pdffonts', 'pdfinfo', 'pdftoppm', 'zbarimg')

const card: PrintedCard = {
  name: 'Ada Lovelace Королева',
  title: 'Engineer of analytical machines with a very long title that wraps',
  company: 'Zoë & Søn «Δ»',
  link: 'cards.example.com/s/K7QX2M',
  logo: undefined,
  code: qrPicture(
    'https://cards.example.com/s/K7QX2M',
    { ...plainQr, frame: 'Scan me' },
    undefined,
  ),
}

/** Width and height in millimeters. */
const sizes: Record<string, [number, number]> = {
  card: [105, 75],
  'card-us': [108.9, 70.8],
  a4: [210, 297],
  letter: [215.9, 279.4],
}

test('the text of every product is real text, and each card of a team has a place of its own', async () => {
  const team = Array.from({ length: 13 }, (_, at) => ({ ...card, name: `Person ${at + 1}.` }))
  for (const { value, pages } of printProducts) {
    const text = await textOf(await pdfOf(pages(team)))
    for (const { name } of team) expect(text, value).toContain(name)
    expect(text.replace(/\s+/g, ' '), value).toContain(
      value.startsWith('stickers') ? 'Person' : 'Zoë & Søn',
    )
  }
})

if (isInstalled)
  test('print files embed every font, have exact sizes and boxes, and codes that ZBar reads (needs zbar-tools and poppler-utils)', async () => {
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
  })

async function pdfOf(
  pages: ReturnType<(typeof printProducts)[number]['pages']>,
): Promise<Uint8Array> {
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
  return new Uint8Array(writePages('Test', pages, fonts).output('arraybuffer'))
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(pdf)
  return text.join('\n')
}

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
