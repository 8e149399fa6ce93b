import { useRef } from 'react'
import type { User } from '../../../schema/users/user.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'
import { type BatchStatus, changeBatch, closeBatch, useBatch } from './batch.ts'

// Loaded with the first file.
const review = () => import('./review.ts')

/** Button that selects a file with users, which is reviewed before anything is sent. */
export function BatchUpload({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null)
  const { news } = useBatch(user.id)
  const { attempt, busy, failure } = useSubmit(
    t('Error'),
    t('The file could not be opened. Select it again.'),
  )
  const choose = (file: File | undefined) => {
    if (file) void attempt(async () => (await review()).readBatch(user, file))
    // Allows the same file to be selected again after a correction.
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,.xlsx,.xls"
        aria-label={t('File with users')}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button
        busy={(busy || news?.kind === 'reading') && t('Reading...')}
        onClick={() => input.current?.click()}
        icon="upload"
      >
        {t('Batch Upload')}
      </Button>
      {failure && <p className="field-error">{failure}</p>}
    </>
  )
}

const files = () => import('./rows.ts')

/** Says what became of the last file: waiting for the user, unreadable or uploaded. */
export function BatchNotes({ user }: { user: User }) {
  const { batch, news } = useBatch(user.id)
  if (batch?.hidden)
    return (
      <Note kind="warn" title={t('Batch upload not finished')}>
        {t('The list stays here until you close it or leave the app.')}
        <span className="actions">
          <Button size="small" onClick={() => changeBatch({ hidden: false })}>
            {t('Continue')}
          </Button>
          <Button size="small" onClick={() => closeBatch()}>
            {t('Discard list')}
          </Button>
        </span>
      </Note>
    )
  if (news?.kind === 'unreadable')
    return (
      <Note kind="bad" title={t('Error')}>
        {news.text}
        <span className="actions">
          <Button size="small" onClick={() => void files().then((made) => made.saveTemplate())}>
            {t('Download CSV Template')}
          </Button>
        </span>
      </Note>
    )
  return news?.kind === 'finished' && <Finished {...news} />
}

function Finished({ made, exists, failed }: Extract<BatchStatus, { kind: 'finished' }>) {
  // The first line is the header.
  const errors = failed.length - 1
  return (
    <Note kind="ok" title={t('Users uploaded successfully')}>
      {t('{made, plural, one {# user created} other {# users created}}', { made })}
      {exists > 0 && t('; {exists} already existed', { exists: exists.toLocaleString(locale) })}
      {errors > 0 &&
        t('; {errors, plural, one {# row} other {# rows}} with errors skipped', { errors })}
      .
      <span className="actions">
        {errors > 0 && (
          <Button size="small" onClick={() => void files().then((made) => made.saveFailed(failed))}>
            {t('Download rows with errors')}
          </Button>
        )}
        <Button size="small" onClick={() => closeBatch()}>
          {t('Close')}
        </Button>
      </span>
    </Note>
  )
}
