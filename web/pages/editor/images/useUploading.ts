import { useEffect, useRef, useState } from 'react'
import type { UploadType } from '../../../../schema/upload.ts'
import { errorMessage, RequestError } from '../../../api.ts'
import { type Progress, uploadImage } from '../../../data/image-upload.ts'
import { errorToast } from '../../../ui/toasts.ts'
import type { FileProblem } from './inspect-image.ts'

export type Uploading = {
  /** Set while an upload is in progress. */
  progress?: Progress
  /** The last failure; `retry` retries the step that failed. */
  failed?: FileProblem & { retry: () => Promise<boolean> }
  /** Resolves to whether the image was uploaded and saved. */
  start: (blob: Blob) => Promise<boolean>
  cancel: () => void
  forget: () => void
}

/** Uploads one image at a time; `saveUrl` saves its URL on the card and resolves to whether that succeeded. */
export function useUploading({
  cardId,
  type,
  saveUrl,
}: {
  cardId: number
  type: UploadType
  saveUrl: (url: string) => Promise<boolean>
}): Uploading {
  const [progress, setProgress] = useState<Progress>()
  const [failed, setFailed] = useState<Uploading['failed']>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const fail = (problem: FileProblem, blob: Blob, url?: string) => {
    // A failed save has already shown a toast.
    if (!url) errorToast(problem.title, problem.text)
    setFailed({ ...problem, retry: () => start(blob, url) })
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
        (error: unknown) => void (signal.aborted || fail(problemOf(error), blob)),
      ))
    const saved = url !== undefined && (await saveUrl(url))
    if (url && !saved) fail(notSaved, blob, url)
    setProgress(undefined)
    return saved
  }
  return {
    progress,
    failed,
    start: (blob) => start(blob),
    cancel: () => running.current?.abort(),
    forget: () => setFailed(undefined),
  }
}

/** Messages of the save with a new image; on failure the card reverts to the old one. */
export const uploadSaveMessages = { failed: 'Failed to update card', revert: true }

const notSaved = {
  title: uploadSaveMessages.failed,
  text: 'The image was uploaded, but the card could not be saved.',
}

function problemOf(error: unknown): FileProblem {
  const lost = !(error instanceof RequestError) || error.status === 0
  return lost
    ? { title: 'Upload error', text: 'An unexpected error occurred during upload.' }
    : { title: 'Upload failed', text: errorMessage(error, 'Failed to upload image.') }
}
