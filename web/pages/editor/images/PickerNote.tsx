import { ErrorPanel, Note } from '../../../ui/Notes.tsx'
import type { Trouble } from './check-file.ts'
import { UploadProgress } from './UploadProgress.tsx'
import type { Uploading } from './useUploading.ts'

/** The lasting twin of the toasts: why files were refused, how far an upload is, or why that failed. */
export function PickerNote({ troubles, upload }: { troubles: Trouble[]; upload: Uploading }) {
  const { progress, failed, cancel } = upload
  return (
    <>
      {progress && <UploadProgress progress={progress} onCancel={cancel} />}
      {failed && !progress && (
        <ErrorPanel
          title={failed.title}
          message={failed.text}
          onRetry={() => void failed.again()}
        />
      )}
      {troubles.map(({ title, text }) => (
        <Note key={text} kind="bad" title={title}>
          {text}
        </Note>
      ))}
    </>
  )
}
