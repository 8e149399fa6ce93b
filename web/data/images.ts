import { Uploaded, type UploadType } from '../../schema/upload.ts'
import { RequestError } from '../api.ts'

export type Progress = { sent: number; total: number }

/** Uploads a picture for a card and answers its address; the save that shows it comes after. Throws `AbortError` when called off. */
export function uploadImage({
  cardId,
  type,
  blob,
  onProgress,
  signal,
}: {
  cardId: number
  type: UploadType
  blob: Blob
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}): Promise<string> {
  const form = new FormData()
  form.append('cardId', String(cardId))
  form.append('type', type)
  form.append('file', blob)
  // fetch tells nothing of what is still on its way up.
  const call = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    call.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
    call.onload = () => (call.status === 200 ? resolve(urlIn(call)) : reject(refusal(call)))
    call.onerror = () => reject(new RequestError(0, ''))
    call.onabort = () => reject(new DOMException('The upload was called off', 'AbortError'))
    signal.addEventListener('abort', () => call.abort())
    call.open('POST', '/api/upload')
    call.send(form)
  })
}

function urlIn(call: XMLHttpRequest): string {
  return Uploaded.parse(JSON.parse(call.responseText)).url
}

function refusal({ status, statusText, responseText }: XMLHttpRequest) {
  // A gateway in front of the server may answer with a page, which nobody wants to read.
  const plain = responseText.trimStart().startsWith('<') ? '' : responseText
  return new RequestError(status, plain, { statusText, code: '' })
}
