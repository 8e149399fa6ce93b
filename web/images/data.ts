import type * as z from 'zod/mini'
import { Uploaded, type UploadType } from '../../schema/images/upload.ts'
import { RequestError, xhrError } from '../api.ts'

export type Progress = { sent: number; total: number }

type UploadOptions = { onProgress: (progress: Progress) => void; signal: AbortSignal }

/** Uploads an image and returns its URL. Save the card with it afterwards. Throws `AbortError` when aborted. */
export function uploadImage({
  cardId,
  type,
  blob,
  ...options
}: {
  cardId: number
  type: UploadType
  blob: Blob
} & UploadOptions): Promise<string> {
  return postImage('/api/upload', { cardId: String(cardId), type, file: blob }, options)
}

/** Posts a form with an image and returns the URL of the image. */
export async function postImage(
  path: string,
  parts: Record<string, string | Blob>,
  options: UploadOptions,
): Promise<string> {
  return (await postForm(path, { parts, schema: Uploaded, ...options })).url
}

type Form<T> = { parts: Record<string, string | Blob>; schema: z.ZodMiniType<T> }

/** Posts a form with a file and parses the response with the schema. */
export function postForm<T>(
  path: string,
  { parts, schema, onProgress, signal }: Form<T> & Partial<UploadOptions>,
): Promise<T> {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  // fetch does not report upload progress.
  const call = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    if (onProgress)
      call.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
    const parse = () => schema.parse(JSON.parse(call.responseText))
    call.onload = () => (call.status === 200 ? resolve(parse()) : reject(xhrError(call)))
    call.onerror = () => reject(new RequestError(0, ''))
    call.onabort = () => reject(new DOMException('The upload was canceled', 'AbortError'))
    signal?.addEventListener('abort', () => call.abort())
    call.open('POST', path)
    call.send(form)
  })
}
