/** Downloads an export with progress. */
import { download } from '../../../api.ts'

/** Bytes received so far, and the approximate number of rows, if the server sent it. */
export type Progress = { bytes: number; total: number | undefined }

export type DownloadedTable = Progress & { file: Blob; name: string | undefined }

type DownloadOptions = { signal: AbortSignal; onProgress: (progress: Progress) => void }
type Header = (name: string) => string | null

const reportIntervalMs = 250

/** Downloads a table under the server's file name. Throws when rejected, interrupted or aborted. */
export async function downloadTable(
  path: string,
  { signal, onProgress }: DownloadOptions,
): Promise<DownloadedTable> {
  let reportedAt = 0
  const onBytes = (bytes: number, header: Header) => {
    if (Date.now() - reportedAt < reportIntervalMs) return
    reportedAt = Date.now()
    onProgress({ bytes, total: totalOf(header) })
  }
  const { file, header } = await download(path, { signal, onBytes })
  return { file, bytes: file.size, total: totalOf(header), name: fileNameOf(header) }
}

function totalOf(header: Header): number | undefined {
  const total = Number(header('X-Total-Rows') ?? Number.NaN)
  return Number.isFinite(total) ? total : undefined
}

/** Returns the file name in `Content-Disposition` (RFC 8187). */
export function fileNameOf(header: Header): string | undefined {
  const disposition = header('Content-Disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  return encoded && decodeURIComponent(encoded)
}
