import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../../../card/icons/Icon.tsx'
import { type BulkField, bulkFields } from '../../../schema/users/bulk-import.ts'
import { clearSession } from '../../accounts/data/session.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note, ProgressBar } from '../../ui/Notes.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { type Batch, leaveBatch } from './batch.ts'
import { checksOf, editCell, stopUpload, uploadBatch } from './review.ts'
import {
  type BatchRow,
  failedLines,
  labels,
  type RowCheck,
  saveFailed,
  saveTemplate,
} from './rows.ts'

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

function Counts({ checks, checking }: { checks: RowCheck[]; checking: boolean }) {
  const count = (status: RowCheck['status']) =>
    checks.filter((check) => check.status === status).length.toLocaleString(locale)
  const made = checks.some(({ status }) => status === 'made')
  const found = t('{count, plural, one {# user found} other {# users found}}', {
    count: checks.length,
  })
  return (
    <p className="batch-counts" role="status">
      <span>{found}</span>
      {made && <span data-kind="ok">{t('{count} created', { count: count('made') })}</span>}
      <span data-kind="ok">{t('{count} valid', { count: count('valid') })}</span>
      <span data-kind="bad">{t('{count} invalid', { count: count('invalid') })}</span>
      {checking && <span>{t('Checking names...')}</span>}
    </p>
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

const rowsPerPage = 100
// Scrollable regions must be focusable for keyboard scrolling.
const scrollable = { tabIndex: 0 }

type TableProps = { rows: BatchRow[]; checks: RowCheck[]; locked: boolean }

/** The file's rows with editable cells, a hundred at first; Show more adds the next hundred. */
function ReviewTable({ rows, checks, locked }: TableProps) {
  const [only, setOnly] = useState<Filter>('all')
  const [most, setMost] = useState(rowsPerPage)
  const shown = rows.flatMap((row, index) => {
    const check = checks[index]
    // A corrected row stays in place.
    const fits = only === 'all' || check?.status === 'invalid' || row.edited.length > 0
    return check && fits ? [{ row, check }] : []
  })
  // Found once, when the review opens, so that a correction does not scroll.
  const [firstWrong] = useState(shown.find(({ check }) => check.status === 'invalid')?.row.number)
  const box = useRef<HTMLElement>(null)
  const focusFirstError = () => {
    // The first error may be beyond the rows shown.
    flushSync(() => setOnly('errors'))
    box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  return (
    <>
      <ReviewTools
        {...{ rows, checks, locked, only }}
        onFilter={setOnly}
        onFirstError={focusFirstError}
      />
      <section className="batch-rows" ref={box} aria-label={t('Rows in the file')} {...scrollable}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Status')}</th>
              {bulkFields.map((field) => (
                <th key={field} scope="col">
                  {labels[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, most).map(({ row, check }) => (
              <ReviewRow
                key={row.number}
                row={row}
                check={check}
                locked={locked}
                first={row.number === firstWrong}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="muted batch-none">{t('No rows with errors')}</p>}
        {shown.length > most && (
          <Button onClick={() => setMost(most + rowsPerPage)}>
            {t('Show more ({count})', { count: (shown.length - most).toLocaleString(locale) })}
          </Button>
        )}
      </section>
    </>
  )
}

const filters = [
  { value: 'all', label: t('All rows') },
  { value: 'errors', label: t('Rows with errors') },
] as const
type Filter = (typeof filters)[number]['value']

type ToolsProps = TableProps & {
  only: Filter
  onFilter: (only: Filter) => void
  onFirstError: () => void
}

function ReviewTools({ rows, checks, locked, only, onFilter, onFirstError }: ToolsProps) {
  const failed = failedLines(rows, checks)
  const isAnyInvalid = checks.some(({ status }) => status === 'invalid')
  return (
    <div className="actions batch-tools">
      <SegmentedControl label={t('Show')} options={filters} value={only} onChange={onFilter} />
      {isAnyInvalid && !locked && <Button onClick={onFirstError}>{t('Go to first error')}</Button>}
      <Button onClick={saveTemplate}>{t('Download CSV Template')}</Button>
      {failed.length > 1 && (
        <Button onClick={() => saveFailed(failed)}>{t('Download rows with errors')}</Button>
      )}
    </div>
  )
}

type RowProps = {
  row: BatchRow
  check: RowCheck
  locked: boolean
  /** Whether it is the first row with an error, which is scrolled into view when the review opens. */
  first: boolean
}

function ReviewRow({ row, check, locked, first }: RowProps) {
  const reasonId = useId()
  const invalid = check.status === 'invalid'
  const firstWrong = bulkFields.find((field) => field in check.errors)
  return (
    <>
      <tr data-status={check.status}>
        <td>
          <Status row={row} check={check} />
        </td>
        {bulkFields.map((field) => (
          <td key={field}>
            {!locked && isOpen(row, check, field) ? (
              <OpenCell
                row={row}
                field={field}
                wrong={field in check.errors}
                reasonId={reasonId}
                onMount={first && field === firstWrong ? scrollToCell : undefined}
              />
            ) : (
              <Shown row={row} field={field} />
            )}
          </td>
        ))}
      </tr>
      {invalid && (
        <tr className="batch-reason">
          <td colSpan={bulkFields.length + 1} id={reasonId}>
            <span>
              <Icon name="alert" size={16} />
              {t('Row {number}: {reason}', { number: row.number, reason: check.reason })}
            </span>
          </td>
        </tr>
      )}
    </>
  )
}

// A corrected cell stays an input, so that it keeps the focus.
function isOpen(row: BatchRow, check: RowCheck, field: BulkField): boolean {
  return check.status !== 'made' && (field in check.errors || row.edited.includes(field))
}

function Status({ row, check }: Pick<RowProps, 'row' | 'check'>) {
  if (check.status === 'invalid')
    return (
      <button
        type="button"
        className="badge"
        data-kind="bad"
        data-tooltip={check.reason}
        aria-label={t('Invalid, row {number}: {reason}', {
          number: row.number,
          reason: check.reason,
        })}
        onClick={(event) => focusWrong(event.currentTarget)}
      >
        {t('Invalid')}
      </button>
    )
  const name = row.outcome?.status === 'exists' ? t('Already exists') : t('Created')
  return (
    <span className="badge" data-kind={check.status === 'made' ? 'ok' : 'new'}>
      {check.status === 'made' ? name : t('Valid')}
    </span>
  )
}

/** Focuses the invalid cell, which may be out of view. */
function focusWrong(badge: HTMLElement): void {
  badge.closest('tr')?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

function Shown({ row, field }: { row: BatchRow; field: BulkField }) {
  const text = row.values[field]
  if (field === 'password') return text && '********'
  return (
    <span className="clipped" dir="auto" title={text}>
      {text || (field === 'accessLevel' ? '1' : '')}
    </span>
  )
}

/** Scrolls the cell to the center without focusing it, which would open a phone's keyboard over it. */
function scrollToCell(cell: HTMLElement | null): void {
  const rows = cell?.closest('.batch-rows')
  if (!cell || !rows) return
  const [at, within] = [cell.getBoundingClientRect(), rows.getBoundingClientRect()]
  // The first column is sticky and covers the others.
  const still = rows.querySelector('th')?.clientWidth ?? 0
  rows.scrollBy({
    left: at.left + at.width / 2 - within.left - (still + within.width) / 2,
    top: at.top + at.height / 2 - within.top - within.height / 2,
  })
}

type CellProps = {
  row: BatchRow
  field: BulkField
  wrong: boolean
  /** Id of the element with the reason of the error. */
  reasonId: string
  onMount: ((cell: HTMLElement | null) => void) | undefined
}

function OpenCell({ row, field, wrong, reasonId, onMount }: CellProps) {
  const save = (text: string) => void editCell(row.number, field, text)
  return (
    <input
      ref={onMount}
      className="input"
      type={field === 'password' ? 'password' : 'text'}
      autoComplete={field === 'password' ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      aria-label={t('{labels}, row {number}', { labels: labels[field], number: row.number })}
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? reasonId : undefined}
      defaultValue={row.values[field]}
      onBlur={(event) => save(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && save(event.currentTarget.value)}
    />
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
