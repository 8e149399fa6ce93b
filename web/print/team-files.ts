import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import Papa from 'papaparse'
import { escapeFormula } from '../../schema/formula-injection.ts'
import { t } from '../messages/t.ts'
import { type QrFileKind, qrFile } from '../qr/qr-picture.ts'
import type { StyleChoice } from '../qr/useQrStyle.ts'
import type { PrintedCard, PrintPage } from './page.ts'
import { type CardToPrint, codeOfCard, printedCard } from './printed-card.ts'

type Watch = { signal: AbortSignal; onProgress: (done: number) => void }

/** A file, and the slugs of cards that it lacks because a phone could not read their code. */
export type TeamFile = { file: Blob; refused: string[] }

const size = { pixels: 1024, millimeters: 50 }

type ZipOrder = { kind: QrFileKind; choice: StyleChoice }

/**
 * Returns a ZIP with a file for each card, named by its slug, and `manifest.csv`. Written to disk as it grows, if the
 * browser can. Throws when aborted.
 */
export async function zipCodes(
  cards: CardToPrint[],
  order: ZipOrder,
  watch: Watch,
): Promise<TeamFile> {
  const zip = await streamedZip()
  const refused = await zipFiles(zip, { ...order, cards }, watch).catch(async (error) => {
    await zip.discard()
    throw error
  })
  return { file: await zip.finish(), refused }
}

/** Adds all files; returns the slugs of cards without a readable code. */
async function zipFiles(
  zip: StreamedZip,
  { cards, kind, choice }: ZipOrder & { cards: CardToPrint[] },
  { signal, onProgress }: Watch,
): Promise<string[]> {
  const rows: string[][] = [['slug', 'name', 'title', 'company', 'link', 'file', 'error']]
  const refused: string[] = []
  for (const [done, card] of cards.entries()) {
    signal.throwIfAborted()
    onProgress(done)
    const { code, error = '' } = await codeOfCard(card, choice)
    const { slug, name, title, company, link } = card
    const file = error ? '' : `${slug}.${kind}`
    rows.push([slug, name ?? '', title ?? '', company ?? '', link, file, error])
    if (error) refused.push(slug)
    else
      await zip.add({
        name: file,
        file: await qrFile(code, kind, { ...size, title: name ?? slug }),
      })
  }
  const table = Papa.unparse(
    rows.map((row) => row.map(escapeFormula)),
    { newline: '\r\n' },
  )
  await zip.add({ name: 'manifest.csv', file: new Blob(['\ufeff', table]) })
  return refused
}

type StreamedZip = Awaited<ReturnType<typeof streamedZip>>
type ZipEntry = { name: string; file: Blob }

async function streamedZip() {
  const target = await openTemporaryFile()
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const flush = async () => {
    for (const part of parts.splice(0)) await target.write(part)
  }
  return {
    add: async ({ name, file }: ZipEntry) => {
      // A PNG is compressed already.
      const entry = name.endsWith('.png')
        ? new ZipPassThrough(name)
        : new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      entry.push(new Uint8Array(await file.arrayBuffer()), true)
      await flush()
    },
    finish: async () => {
      zip.end()
      await flush()
      return (await target.finish()).slice(0, undefined, 'application/zip')
    },
    discard: target.discard,
  }
}

/** Returns a PDF with a badge for each card. Throws when aborted. */
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
  return { file: await printPdf(t('Badges'), pages(printed)), refused }
}

/** A file written in parts: on disk where the browser has a private file system, else in memory. */
type TemporaryFile = {
  write: (part: Uint8Array) => Promise<void>
  /** The whole file. */
  finish: () => Promise<Blob>
  discard: () => Promise<void>
}

/** Opens a new temporary file, and removes earlier ones, which the browser has downloaded by now. */
async function openTemporaryFile(): Promise<TemporaryFile> {
  return (await openOnDisk().catch(() => undefined)) ?? openInMemory()
}

const folderName = 'temporary-files'

// Throws in private windows of some browsers.
async function openOnDisk(): Promise<TemporaryFile> {
  const root = await navigator.storage.getDirectory()
  await root.removeEntry(folderName, { recursive: true }).catch(() => {})
  const folder = await root.getDirectoryHandle(folderName, { create: true })
  const handle = await folder.getFileHandle(crypto.randomUUID(), { create: true })
  const stream = await handle.createWritable()
  return {
    write: (part) => stream.write(new Uint8Array(part)),
    finish: async () => {
      await stream.close()
      return handle.getFile()
    },
    discard: () => stream.abort(),
  }
}

function openInMemory(): TemporaryFile {
  const parts: Blob[] = []
  return {
    write: async (part) => void parts.push(new Blob([new Uint8Array(part)])),
    finish: async () => new Blob(parts),
    discard: async () => void parts.splice(0),
  }
}
