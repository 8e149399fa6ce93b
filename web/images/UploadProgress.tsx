import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Notes.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import type { Progress } from './data.ts'
import type { FileError } from './inspect-image.ts'
import type { ImageUpload } from './useImageUpload.ts'

export function UploadProgress({
  progress: { sent, total },
  onCancel,
}: {
  progress: Progress
  /** Omitted where another control cancels. */
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

/** Shows the upload's progress or errors in place, for longer than a toast. */
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
