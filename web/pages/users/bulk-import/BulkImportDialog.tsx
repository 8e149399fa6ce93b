import { clearSession } from '../../../data/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { type BulkImport, leaveImport } from './import-state.ts'
import { Counts, ReviewTable } from './ReviewTable.tsx'
import { checkImport } from './review.ts'
import { stopUpload, uploadRows } from './upload.ts'

/** Reviews a file before the upload, then shows progress and results. */
export function BulkImportDialog({ bulkImport }: { bulkImport: BulkImport }) {
  const checks = checkImport(bulkImport)
  const uploading = bulkImport.phase === 'uploading'
  const close = uploading ? stopUpload : leaveImport
  const valid = checks.filter(({ status }) => status === 'valid').length
  return (
    <Dialog title="Batch Upload" width="review" onClose={close}>
      <div className="dialog-body batch">
        <Counts checks={checks} checking={bulkImport.phase === 'checking'} />
        {bulkImport.notes.map((note) => (
          <Note key={note} kind="warn">
            {note}
          </Note>
        ))}
        <ImportError bulkImport={bulkImport} />
        <ReviewTable rows={bulkImport.rows} checks={checks} locked={uploading} />
        {uploading && <Progress bulkImport={bulkImport} />}
        {valid === 0 && !uploading && (
          <p className="muted">No valid users to upload. Correct the rows with errors first.</p>
        )}
      </div>
      <footer className="dialog-foot batch-foot">
        <Button onClick={close}>{uploading ? 'Stop' : 'Cancel'}</Button>
        <Button
          kind="primary"
          busy={uploading && 'Uploading...'}
          aria-disabled={valid === 0 || bulkImport.phase === 'checking' ? true : undefined}
          onClick={() => void uploadRows()}
        >
          Upload Valid Users
        </Button>
      </footer>
    </Dialog>
  )
}

function ImportError({ bulkImport: { error } }: { bulkImport: BulkImport }) {
  if (!error) return null
  return (
    <Note kind="bad" title="Error">
      {error.text}
      {error.signedOut && (
        <span className="actions">
          <Button size="small" onClick={() => void clearSession()}>
            Sign in again
          </Button>
        </span>
      )}
    </Note>
  )
}

function Progress({ bulkImport: { progress, retryAt } }: { bulkImport: BulkImport }) {
  const { done, of } = progress
  return (
    <div role="status">
      <ProgressBar
        label="Upload"
        value={done}
        max={of}
        text={`${done.toLocaleString()} of ${of.toLocaleString()}`}
      />
      {retryAt && <p>The server is busy. The upload continues automatically at {retryAt}.</p>}
    </div>
  )
}
