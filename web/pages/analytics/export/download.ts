import { download } from '../../../api.ts'

/** What has come so far, and how many rows there will be, more or less, when the server said it. */
export type Progress = { bytes: number; total: number | undefined }

export type Table = Progress & { file: Blob; name: string | undefined }

type Watch = { signal: AbortSignal; onProgress: (progress: Progress) => void }
type Header = (name: string) => string | null

const reportEvery = 250

/** A table with the name the server gives it: throws when it was refused, interrupted or called off. */
export async function downloadTable(path: string, { signal, onProgress }: Watch): Promise<Table> {
  let told = 0
  const onBytes = (bytes: number, header: Header) => {
    if (Date.now() - told < reportEvery) return
    told = Date.now()
    onProgress({ bytes, total: totalOf(header) })
  }
  const { file, header } = await download(path, { signal, onBytes })
  return { file, bytes: file.size, total: totalOf(header), name: nameOf(header) }
}

function totalOf(header: Header): number | undefined {
  const total = Number(header('X-Total-Rows') ?? Number.NaN)
  return Number.isFinite(total) ? total : undefined
}

/** The name in `Content-Disposition`, as RFC 8187 writes any name. */
export function nameOf(header: Header): string | undefined {
  const disposition = header('Content-Disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  return encoded && decodeURIComponent(encoded)
}
