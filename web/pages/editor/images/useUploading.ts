import { useEffect, useRef, useState } from 'react'
import type { UploadType } from '../../../../schema/upload.ts'
import { errorMessage, RequestError } from '../../../api.ts'
import { type Progress, uploadImage } from '../../../data/image-upload.ts'
import { errorToast } from '../../../ui/toasts.ts'
import type { FileProblem } from './inspect-image.ts'

export type Uploading = {
  /** While it is under way. */
  progress?: Progress
  /** What went wrong the last time; `again` goes on from there. */
  failed?: FileProblem & { again: () => Promise<boolean> }
  /** True when the picture is uploaded and kept, false when not, for whatever reason. */
  start: (blob: Blob) => Promise<boolean>
  cancel: () => void
  forget: () => void
}

/** Uploads one picture at a time; `keep` puts its address on the card and says whether that worked. */
export function useUploading({
  cardId,
  type,
  keep,
}: {
  cardId: number
  type: UploadType
  keep: (url: string) => Promise<boolean>
}): Uploading {
  const [progress, setProgress] = useState<Progress>()
  const [failed, setFailed] = useState<Uploading['failed']>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const fail = (trouble: FileProblem, blob: Blob, url?: string) => {
    // A save that fails has its toast already.
    if (!url) errorToast(trouble.title, trouble.text)
    setFailed({ ...trouble, again: () => start(blob, url) })
  }
  const start = async (blob: Blob, uploaded?: string): Promise<boolean> => {
    const call = new AbortController()
    const { signal } = call
    running.current = call
    setFailed(undefined)
    setProgress({ sent: uploaded ? blob.size : 0, total: blob.size })
    const url =
      uploaded ??
      (await uploadImage({ cardId, type, blob, signal, onProgress: setProgress }).catch(
        (error: unknown) => void (signal.aborted || fail(troubleOf(error), blob)),
      ))
    const kept = url !== undefined && (await keep(url))
    if (url && !kept) fail(unkept, blob, url)
    setProgress(undefined)
    return kept
  }
  return {
    progress,
    failed,
    start: (blob) => start(blob),
    cancel: () => running.current?.abort(),
    forget: () => setFailed(undefined),
  }
}

/** What the save of a card with a new picture says when it fails; the card then keeps the old one. */
export const uploadSaveMessages = { failed: 'Failed to update card', takeBack: true }

const unkept = {
  title: uploadSaveMessages.failed,
  text: 'The picture is uploaded, but the card could not be saved with it.',
}

function troubleOf(error: unknown): FileProblem {
  const lost = !(error instanceof RequestError) || error.status === 0
  return lost
    ? { title: 'Upload error', text: 'An unexpected error occurred during upload.' }
    : { title: 'Upload failed', text: errorMessage(error, 'Failed to upload image.') }
}
