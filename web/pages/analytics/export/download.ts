import { openStream } from '../../../api.ts'
import { type ExportFile, openExportFile } from './export-file.ts'

/** What has come so far; `total` rows when the server said how many there will be, more or less. */
export type Progress = { rows: number; bytes: number; total: number | undefined }

export type Downloaded = Progress & { file: ExportFile; name: string | undefined }

const newline = 10
const reportEvery = 100

/** Fetches a table into a file: throws when it was refused, interrupted or called off, and then leaves no file behind. */
export async function downloadTable(
  path: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<Downloaded> {
  const answer = await openStream(path, signal)
  if (!answer.body) throw new Error('The answer has no body')
  const progress = { rows: -1, bytes: 0, total: totalOf(answer) }
  const file = await openExportFile()
  try {
    await answer.body.pipeThrough(watched(progress, onProgress)).pipeTo(file.sink, { signal })
  } catch (error) {
    await file.remove()
    throw error
  }
  return { ...progress, rows: Math.max(0, progress.rows), file, name: nameOf(answer) }
}

/** Counts what passes; the first line are the headings. */
function watched(progress: Progress, onProgress: (progress: Progress) => void) {
  let last = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      progress.bytes += chunk.byteLength
      progress.rows += linesIn(chunk)
      if (Date.now() - last >= reportEvery) {
        last = Date.now()
        onProgress({ ...progress, rows: Math.max(0, progress.rows) })
      }
      controller.enqueue(chunk)
    },
  })
}

function linesIn(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines += 1
  return lines
}

function totalOf(answer: Response): number | undefined {
  const total = Number(answer.headers.get('X-Total-Rows') ?? Number.NaN)
  return Number.isFinite(total) ? total : undefined
}

/** The name in `Content-Disposition`, as RFC 8187 writes any name. */
export function nameOf(answer: Response): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition(answer)) ?? []
  return encoded && decodeURIComponent(encoded)
}

function disposition(answer: Response): string {
  return answer.headers.get('Content-Disposition') ?? ''
}
