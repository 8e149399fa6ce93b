import { useRef } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import type { User } from '../../../../schema/user.ts'
import { useSubmit } from '../../../shell/useSubmit.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { type BulkImportStatus, closeImport, updateImport, useBulkImport } from './import-state.ts'

// Loaded with the first file.
const review = () => import('./review.ts')

/** File picker; the file is reviewed before anything is sent. */
export function BulkImportPanel({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null)
  const { status } = useBulkImport(user.id)
  const { attempt, busy, failure } = useSubmit('Error', 'The file could not be opened.')
  const choose = (file: File | undefined) => {
    if (file) void attempt(async () => (await review()).readImportFile(user, file))
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
        aria-label="File with users"
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button
        busy={(busy || status?.kind === 'reading') && 'Reading...'}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" size={18} />
        Batch Upload
      </Button>
      {failure && <p className="field-error">{failure}</p>}
    </>
  )
}

const files = () => import('./csv-files.ts')

/** Status of a file on the page: unreadable, finished or waiting. */
export function BulkImportNotes({ user }: { user: User }) {
  const { bulkImport, status } = useBulkImport(user.id)
  if (bulkImport?.hidden)
    return (
      <Note kind="warn" title="Batch upload not finished">
        The list stays here until you close it or leave the app.
        <span className="actions">
          <Button size="small" onClick={() => updateImport({ hidden: false })}>
            Continue
          </Button>
          <Button size="small" onClick={() => closeImport()}>
            Discard list
          </Button>
        </span>
      </Note>
    )
  if (status?.kind === 'unreadable')
    return (
      <Note kind="bad" title="Error">
        {status.text}
        <span className="actions">
          <Button
            size="small"
            onClick={() => void files().then((module) => module.downloadTemplate())}
          >
            Download CSV Template
          </Button>
        </span>
      </Note>
    )
  return status?.kind === 'finished' && <Finished {...status} />
}

function Finished({ made, exists, failed }: Extract<BulkImportStatus, { kind: 'finished' }>) {
  // The first line is the header.
  const errors = failed.length - 1
  return (
    <Note kind="ok" title="Users uploaded successfully">
      {made === 1 ? '1 user created' : `${made.toLocaleString()} users created`}
      {exists > 0 && `; ${exists.toLocaleString()} already existed`}
      {errors > 0 && `; ${errors === 1 ? '1 row' : `${errors} rows`} with errors skipped`}.
      <span className="actions">
        {errors > 0 && (
          <Button
            size="small"
            onClick={() => void files().then((module) => module.downloadFailedRows(failed))}
          >
            Download rows with errors
          </Button>
        )}
        <Button size="small" onClick={() => closeImport()}>
          Close
        </Button>
      </span>
    </Note>
  )
}
