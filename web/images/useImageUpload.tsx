import { useEffect, useRef, useState } from 'react'
import type { UploadType } from '../../schema/images/upload.ts'
import { errorMessage, RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button } from '../ui/Button.tsx'
import { Note, ProgressBar } from '../ui/Notes.tsx'
import { errorToast } from '../ui/toasts.ts'
import { type Progress, uploadImage } from './data.ts'
import type { FileError } from './inspect-image.ts'

export type ImageUpload = {
  /** Set during an upload. */
  progress?: Progress
  /** The last failure; `retry` repeats the step that failed. */
  error?: FileError & { retry: () => Promise<boolean> }
  /** Resolves to whether the image was uploaded and saved. */
  start: (blob: Blob) => Promise<boolean>
  cancel: () => void
  clearError: () => void
}

/** Messages for a save with a new image. On failure, the card keeps the old image. */
export const uploadSaveMessages = { failed: t('Failed to update card'), revert: true }

const saveError = {
  title: uploadSaveMessages.failed,
  text: t('The image was uploaded, but the card could not be saved.'),
}

/** How much of an image is uploaded, and a Cancel button. */
export function UploadProgress({
  progress: { sent, total },
  onCancel,
}: {
  progress: Progress
  /** Omitted if another control cancels. */
  onCancel?: () => void
}) {
  return (
    <div className="upload-progress">
      <ProgressBar
        label={t('Uploading')}
        value={sent}
        max={total}
        text={`${Math.round((sent / Math.max(total, 1)) * 100)}%, ${amount(sent, total)}`}
      />
      {onCancel && sent < total && (
        <Button kind="ghost" size="small" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      )}
    </div>
  )
}

/** Returns "1.9 of 3.0 MB", or kB below 1 MB. */
function amount(sent: number, total: number): string {
  if (total < 1_000_000)
    return t('{round} of {round2} kB', {
      round: Math.round(sent / 1000),
      round2: Math.round(total / 1000),
    })
  return t('{sent} of {total} MB', {
    sent: (sent / 1e6).toFixed(1),
    total: (total / 1e6).toFixed(1),
  })
}

/** Shows the progress or the errors of an upload, in place and for longer than a toast. */
export function UploadStatus({ errors, upload }: { errors: FileError[]; upload: ImageUpload }) {
  const { progress, error, cancel } = upload
  return (
    <>
      {progress && <UploadProgress progress={progress} onCancel={cancel} />}
      {error && !progress && (
        <ErrorPanel title={error.title} message={error.text} onRetry={() => void error.retry()} />
      )}
      {errors.map(({ title, text }) => (
        <Note key={text} kind="bad" title={title}>
          {text}
        </Note>
      ))}
    </>
  )
}

/** Uploads one image at a time. `saveUrl` saves its URL on the card and resolves to whether it was saved. */
export function useImageUpload({
  cardId,
  type,
  saveUrl,
}: {
  cardId: number
  type: UploadType
  saveUrl: (url: string) => Promise<boolean>
}): ImageUpload {
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useState<ImageUpload['error']>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const fail = (reason: FileError, blob: Blob, url?: string) => {
    // A failed save has already shown a toast.
    if (!url) errorToast(reason.title, reason.text)
    setError({ ...reason, retry: () => start(blob, url) })
  }
  const start = async (blob: Blob, uploaded?: string): Promise<boolean> => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setError(undefined)
    setProgress({ sent: uploaded ? blob.size : 0, total: blob.size })
    const url =
      uploaded ??
      (await uploadImage({ cardId, type, blob, signal, onProgress: setProgress }).catch(
        (reason: unknown) => {
          if (!signal.aborted) fail(uploadError(reason), blob)
          return undefined
        },
      ))
    const saved = url !== undefined && (await saveUrl(url))
    if (url && !saved) fail(saveError, blob, url)
    setProgress(undefined)
    return saved
  }
  return {
    progress,
    error,
    start: (blob) => start(blob),
    cancel: () => running.current?.abort(),
    clearError: () => setError(undefined),
  }
}

function uploadError(error: unknown): FileError {
  const isNetworkError = !(error instanceof RequestError) || error.status === 0
  return isNetworkError
    ? { title: t('Upload error'), text: t('An unexpected error occurred during upload.') }
    : { title: t('Upload failed'), text: errorMessage(error, t('Failed to upload image.')) }
}
