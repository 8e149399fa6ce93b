import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import Papa from 'papaparse'
import { escapeFormula } from '../../schema/formula-injection.ts'
import { type QrFileKind, qrFile } from '../qr/qr-files.ts'
import type { StyleChoice } from '../qr/useQrStyle.ts'
import type { PrintedCard, PrintPage } from './page.ts'
import { type CardToPrint, codeOfCard, printedCard } from './printed-card.ts'

type Watch = { signal: AbortSignal; onProgress: (done: number) => void }

/** A file, and the slugs of cards without a code in it, because a phone could not read theirs. */
export type TeamFile = { file: Blob; refused: string[] }

const size = { pixels: 1024, millimeters: 50 }

/**
 * A ZIP with a file for each card, named by its slug, and `manifest.csv`. Finished parts are blobs, which the browser
 * may keep on disk. Throws when aborted.
 */
export async function zipCodes(
  cards: CardToPrint[],
  { kind, choice }: { kind: QrFileKind; choice: StyleChoice },
  { signal, onProgress }: Watch,
): Promise<TeamFile> {
  const { zip, finished } = streamedZip()
  const rows: string[][] = [['slug', 'name', 'title', 'company', 'link', 'file', 'error']]
  for (const [done, card] of cards.entries()) {
    signal.throwIfAborted()
    onProgress(done)
    const { code, error } = await codeOfCard(card, choice)
    const file = error ? '' : `${card.slug}.${kind}`
    rows.push([
      card.slug,
      card.name ?? '',
      card.title ?? '',
      card.company ?? '',
      card.link,
      file,
      error ?? '',
    ])
    if (!error)
      await add(zip, file, await qrFile(code, kind, { ...size, title: card.name ?? card.slug }))
  }
  const table = Papa.unparse(
    rows.map((row) => row.map(escapeFormula)),
    { newline: '\r\n' },
  )
  await add(zip, 'manifest.csv', new Blob(['\ufeff', table]))
  zip.end()
  return {
    file: await finished,
    refused: rows.slice(1).flatMap(([slug = '', , , , , , error]) => (error ? [slug] : [])),
  }
}

function streamedZip(): { zip: Zip; finished: Promise<Blob> } {
  const zip = new Zip()
  const parts: Blob[] = []
  const finished = new Promise<Blob>((resolve, reject) => {
    zip.ondata = (error, chunk, isLast) => {
      if (error) return reject(error)
      parts.push(new Blob([new Uint8Array(chunk)]))
      if (isLast) resolve(new Blob(parts, { type: 'application/zip' }))
    }
  })
  return { zip, finished }
}

async function add(zip: Zip, name: string, file: Blob): Promise<void> {
  // A PNG is compressed already.
  const entry = name.endsWith('.png')
    ? new ZipPassThrough(name)
    : new ZipDeflate(name, { level: 6 })
  zip.add(entry)
  entry.push(new Uint8Array(await file.arrayBuffer()), true)
}

/** A PDF with a badge for each card. Throws when aborted. */
export async function badgesPdf(
  cards: CardToPrint[],
  { pages, choice }: { pages: (cards: PrintedCard[]) => PrintPage[]; choice: StyleChoice },
  { signal, onProgress }: Watch,
): Promise<TeamFile> {
  const printed: PrintedCard[] = []
  const refused: string[] = []
  for (const [done, card] of cards.entries()) {
    signal.throwIfAborted()
    onProgress(done)
    const made = await printedCard(card, choice)
    if (made.error) refused.push(card.slug)
    else printed.push(made.printed)
  }
  const { printPdf } = await import('./write-pages.ts')
  return { file: await printPdf('Badges', pages(printed)), refused }
}
