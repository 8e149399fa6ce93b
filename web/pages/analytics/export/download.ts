import { openStream } from '../../../api.ts'
import { type ExportFile, openExportFile } from './export-file.ts'
import { piecesOf } from './pieces.ts'

/** What has come so far; `total` rows when the server said how many there will be, more or less. */
export type Progress = { rows: number; bytes: number; total: number | undefined }

export type Downloaded = Progress & { file: ExportFile; name: string | undefined }

type Watch = { signal: AbortSignal; onProgress: (progress: Progress) => void }

const newline = 10
const reportEvery = 250

/** Fetches a table into a file: throws when it was refused, interrupted or called off, and then leaves no file behind. */
export async function downloadTable(path: string, watch: Watch): Promise<Downloaded> {
  const answer = await openStream(path, watch.signal)
  const file = await openExportFile()
  const progress = await receive(answer, file, watch).catch(async (error) => {
    await file.remove()
    throw error
  })
  return { ...progress, file, name: nameOf(answer) }
}

async function receive(answer: Response, file: ExportFile, watch: Watch): Promise<Progress> {
  const total = totalOf(answer)
  const writer = file.sink.getWriter()
  let [lines, bytes, told] = [0, 0, 0]
  // The first line are the headings.
  const progress = () => ({ rows: Math.max(0, lines - 1), bytes, total })
  try {
    for await (const piece of piecesOf(answer)) {
      bytes += piece.byteLength
      lines += linesIn(piece)
      await writer.write(piece)
      if (Date.now() - told < reportEvery) continue
      told = Date.now()
      watch.onProgress(progress())
    }
    watch.signal.throwIfAborted()
    await writer.close()
  } catch (error) {
    await writer.abort().catch(() => {})
    throw error
  }
  return progress()
}

function linesIn(piece: Uint8Array): number {
  let lines = 0
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) lines += 1
  return lines
}

function totalOf(answer: Response): number | undefined {
  const total = Number(answer.headers.get('X-Total-Rows') ?? Number.NaN)
  return Number.isFinite(total) ? total : undefined
}

/** The name in `Content-Disposition`, as RFC 8187 writes any name. */
export function nameOf(answer: Response): string | undefined {
  const disposition = answer.headers.get('Content-Disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  return encoded && decodeURIComponent(encoded)
}
