import { Uploaded, type UploadType } from '../../schema/upload.ts'
import { RequestError, refusalOf } from '../api.ts'

export type Progress = { sent: number; total: number }

type Hooks = { onProgress: (progress: Progress) => void; signal: AbortSignal }

/**
 * Uploads an image for a card and returns its URL; the card must then be saved with it. Throws
 * `AbortError` when aborted.
 */
export function uploadImage({
  cardId,
  type,
  blob,
  ...hooks
}: {
  cardId: number
  type: UploadType
  blob: Blob
} & Hooks): Promise<string> {
  return postImage('/api/upload', { cardId: String(cardId), type, file: blob }, hooks)
}

/** Posts a form with an image and returns the URL of the image. */
export function postImage(
  path: string,
  parts: Record<string, string | Blob>,
  { onProgress, signal }: Hooks,
): Promise<string> {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  // fetch does not report upload progress.
  const call = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    call.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
    call.onload = () => (call.status === 200 ? resolve(urlIn(call)) : reject(refusalOf(call)))
    call.onerror = () => reject(new RequestError(0, ''))
    call.onabort = () => reject(new DOMException('The upload was canceled', 'AbortError'))
    signal.addEventListener('abort', () => call.abort())
    call.open('POST', path)
    call.send(form)
  })
}

function urlIn(call: XMLHttpRequest): string {
  return Uploaded.parse(JSON.parse(call.responseText)).url
}
