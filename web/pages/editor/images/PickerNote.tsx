import { ErrorPanel, Note } from '../../../ui/Notes.tsx'
import type { Trouble } from './check-file.ts'
import { UploadProgress } from './UploadProgress.tsx'
import type { Uploading } from './useUploading.ts'

/** The lasting twin of the toasts: why a file was refused, how far its upload is, or why that failed. */
export function PickerNote({ trouble, upload }: { trouble?: Trouble; upload: Uploading }) {
  const { progress, failed, cancel } = upload
  if (progress) return <UploadProgress progress={progress} onCancel={cancel} />
  if (failed)
    return (
      <ErrorPanel title={failed.title} message={failed.text} onRetry={() => void failed.again()} />
    )
  if (!trouble) return null
  return (
    <Note kind="bad" title={trouble.title}>
      {trouble.text}
    </Note>
  )
}
