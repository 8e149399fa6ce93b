import { download } from '../../api.ts'

/** Bytes received so far, and the approximate number of rows, if the server sent it. */
export type Progress = { bytes: number; total: number | undefined }

export type Table = Progress & { file: Blob; name: string | undefined }

export type Watch = { signal: AbortSignal; onProgress: (progress: Progress) => void }
type Header = (name: string) => string | null

const reportEvery = 250

/** Downloads a table under the server's file name. Throws when rejected, interrupted or aborted. */
export async function downloadTable(path: string, { signal, onProgress }: Watch): Promise<Table> {
  let reportedAt = 0
  const onBytes = (bytes: number, header: Header) => {
    if (Date.now() - reportedAt < reportEvery) return
    reportedAt = Date.now()
    onProgress({ bytes, total: totalOf(header) })
  }
  const { file, header } = await download(path, { signal, onBytes })
  return { file, bytes: file.size, total: totalOf(header), name: nameOf(header) }
}

function totalOf(header: Header): number | undefined {
  const total = Number(header('X-Total-Rows') ?? Number.NaN)
  return Number.isFinite(total) ? total : undefined
}

/** Returns the file name in `Content-Disposition` (RFC 8187). */
export function nameOf(header: Header): string | undefined {
  const disposition = header('Content-Disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  return encoded && decodeURIComponent(encoded)
}
