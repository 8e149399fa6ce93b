import type { Progress } from '../../../data/images.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'

export function UploadProgress({
  progress: { sent, total },
  onCancel,
}: {
  progress: Progress
  /** Without it, something else near by cancels. */
  onCancel?: () => void
}) {
  return (
    <div className="upload-progress">
      <ProgressBar
        label="Uploading"
        value={sent}
        max={total}
        text={`${Math.round((sent / Math.max(total, 1)) * 100)}%, ${amount(sent, total)}`}
      />
      {onCancel && sent < total && (
        <Button kind="ghost" size="small" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

/** "1.9 of 3.0 MB", and in kB what is smaller. */
function amount(sent: number, total: number): string {
  if (total < 1_000_000) return `${Math.round(sent / 1000)} of ${Math.round(total / 1000)} kB`
  return `${(sent / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`
}
