/** A card to print, and print files of it. */
import { plainQr } from '../../schema/share-points/share-point.ts'
import { readFonts } from '../pdf/testing.ts'
import { qrPicture } from '../qr/qr-picture.ts'
import type { PrintedCard } from './page.ts'
import type { printProducts } from './products.ts'
import { writePages } from './write-pages.ts'

export const card: PrintedCard = {
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

export async function pdfOf(
  pages: ReturnType<(typeof printProducts)[number]['pages']>,
): Promise<Uint8Array> {
  return new Uint8Array(writePages('Test', pages, await readFonts()).output('arraybuffer'))
}
