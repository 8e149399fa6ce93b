import type * as z from 'zod/mini'
import { Uploaded, type UploadType } from '../../schema/images/upload.ts'
import { RequestError, xhrError } from '../api.ts'

export type Progress = { sent: number; total: number }

type UploadOptions = { onProgress: (progress: Progress) => void; signal: AbortSignal }

/**
 * Uploads an image with its sizes and returns its URL. Save the card with it afterwards. Throws `AbortError` when
 * aborted.
 */
export async function uploadImage({
  cardId,
  type,
  blob,
  ...options
}: {
  cardId: number
  type: UploadType
  blob: Blob
} & UploadOptions): Promise<string> {
  const parts = { cardId: String(cardId), type, file: blob }
  const sizes = await sizesOf(blob, type)
  if (options.signal.aborted) throw canceled()
  try {
    return await postImage(uploadPath, { ...parts, ...sizes }, options)
  } catch (error) {
    // A browser that decodes the image in another way than the server.
    if (!(error instanceof RequestError && error.code === 'sizes')) throw error
    return postImage(uploadPath, parts, options)
  }
}

const uploadPath = '/api/upload'

/** Returns no sizes if the browser cannot make them: the image is shown without, and completed later. */
async function sizesOf(file: Blob, kind: UploadType): Promise<Record<string, Blob>> {
  try {
    const { makeSizes } = await import('./make-sizes.ts')
    return await makeSizes(file, kind)
  } catch {
    return {}
  }
}

function canceled(): DOMException {
  return new DOMException('The upload was canceled', 'AbortError')
}

/** Posts a form with an image and returns the URL of the image. */
export async function postImage(
  path: string,
  parts: Record<string, string | Blob>,
  options: UploadOptions,
): Promise<string> {
  return (await postForm(path, { parts, schema: Uploaded, ...options })).url
}

type Form<T> = {
  parts: Record<string, string | Blob>
  schema: z.ZodMiniType<T>
  method?: 'POST' | 'PUT'
}

/** Sends a form with files and parses the response with the schema. */
export function postForm<T>(
  path: string,
  { parts, schema, method = 'POST', onProgress, signal }: Form<T> & Partial<UploadOptions>,
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
    call.onabort = () => reject(canceled())
    signal?.addEventListener('abort', () => call.abort())
    call.open(method, path)
    call.send(form)
  })
}
