import { useId } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { type BulkField, bulkFields } from '../../../schema/users/bulk-import.ts'
import { t } from '../../messages/t.ts'
import { editCell } from './review.ts'
import { type BatchRow, labels, type RowCheck } from './rows.ts'

type Props = {
  row: BatchRow
  check: RowCheck
  locked: boolean
  /**
   * Whether it is the first row with an error, which is scrolled into view when the review opens.
   */
  first: boolean
}

export function ReviewRow({ row, check, locked, first }: Props) {
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

function Status({ row, check }: Pick<Props, 'row' | 'check'>) {
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

/**
 * Scrolls the cell to the center without focusing it, which would open a phone's keyboard over it.
 */
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
