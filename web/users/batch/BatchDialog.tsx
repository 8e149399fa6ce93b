import { clearSession } from '../../accounts/data/session.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note, ProgressBar } from '../../ui/Notes.tsx'
import { type Batch, leaveBatch } from './batch.ts'
import { Counts, ReviewTable } from './ReviewTable.tsx'
import { checksOf } from './review.ts'
import { stopUpload, uploadBatch } from './upload.ts'

/** Reviews a file before the upload, then shows progress and results. */
export function BatchDialog({ batch }: { batch: Batch }) {
  const checks = checksOf(batch)
  const uploading = batch.phase === 'uploading'
  const close = uploading ? stopUpload : leaveBatch
  const valid = checks.filter(({ status }) => status === 'valid').length
  return (
    <Dialog title={t('Batch Upload')} width="review" keepsText onClose={close}>
      <div className="dialog-body batch">
        <Counts checks={checks} checking={batch.phase === 'checking'} />
        {batch.notes.map((note) => (
          <Note key={note} kind="warn">
            {note}
          </Note>
        ))}
        <Trouble batch={batch} />
        <ReviewTable rows={batch.rows} checks={checks} locked={uploading} />
        {uploading && <Progress batch={batch} />}
        {valid === 0 && !uploading && (
          <p className="muted">
            {t('No valid users to upload. Correct the rows with errors first.')}
          </p>
        )}
      </div>
      <footer className="dialog-foot batch-foot">
        <Button onClick={close}>{uploading ? t('Stop') : t('Cancel')}</Button>
        <Button
          kind="primary"
          busy={uploading && t('Uploading...')}
          aria-disabled={valid === 0 || batch.phase === 'checking' ? true : undefined}
          onClick={() => void uploadBatch()}
        >
          {t('Upload Valid Users')}
        </Button>
      </footer>
    </Dialog>
  )
}

function Trouble({ batch: { trouble } }: { batch: Batch }) {
  if (!trouble) return null
  return (
    <Note kind="bad" title={t('Error')}>
      {trouble.text}
      {trouble.signedOut && (
        <span className="actions">
          <Button size="small" onClick={() => void clearSession()}>
            {t('Sign in again')}
          </Button>
        </span>
      )}
    </Note>
  )
}

function Progress({ batch: { progress, waitsUntil } }: { batch: Batch }) {
  const { done, of } = progress
  return (
    <div role="status">
      <ProgressBar
        label={t('Upload')}
        value={done}
        max={of}
        text={t('{done} of {of}', {
          done: done.toLocaleString(locale),
          of: of.toLocaleString(locale),
        })}
      />
      {waitsUntil && (
        <p>
          {t('The server is busy. The upload continues automatically at {waitsUntil}.', {
            waitsUntil,
          })}
        </p>
      )}
    </div>
  )
}
