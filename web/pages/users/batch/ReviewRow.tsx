import { useId } from 'react'
import { Icon } from '../../../../card/Icon.tsx'
import { editCell } from './review.ts'
import { type BatchField, type BatchRow, batchFields, labels, type RowCheck } from './rows.ts'

type Props = { row: BatchRow; check: RowCheck; locked: boolean }

export function ReviewRow({ row, check, locked }: Props) {
  const reasonId = useId()
  const invalid = check.status === 'invalid'
  return (
    <>
      <tr data-status={check.status}>
        <td>
          <Status row={row} check={check} />
        </td>
        {batchFields.map((field) => (
          <td key={field}>
            {!locked && isOpen(row, check, field) ? (
              <OpenCell row={row} field={field} wrong={field in check.errors} reasonId={reasonId} />
            ) : (
              <Shown row={row} field={field} />
            )}
          </td>
        ))}
      </tr>
      {invalid && (
        <tr className="batch-reason">
          <td colSpan={7} id={reasonId}>
            <span>
              <Icon name="alert" size={16} />
              Row {row.number}: {check.reason}
            </span>
          </td>
        </tr>
      )}
    </>
  )
}

// A cell that was corrected stays an input, so that the focus does not fall out of it.
function isOpen(row: BatchRow, check: RowCheck, field: BatchField): boolean {
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
        aria-label={`Invalid, row ${row.number}: ${check.reason}`}
        onClick={(event) => focusWrong(event.currentTarget)}
      >
        Invalid
      </button>
    )
  const name = row.outcome?.status === 'exists' ? 'Made before' : 'Made'
  return (
    <span className="badge" data-kind={check.status === 'made' ? 'ok' : 'new'}>
      {check.status === 'made' ? name : 'Valid'}
    </span>
  )
}

/** To the cell that is to be corrected, which may be out of sight. */
function focusWrong(badge: HTMLElement): void {
  badge.closest('tr')?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

function Shown({ row, field }: { row: BatchRow; field: BatchField }) {
  const text = row.values[field]
  if (field === 'password') return text && '********'
  return (
    <span className="clipped" dir="auto" title={text}>
      {text || (field === 'accessLevel' ? '1' : '')}
    </span>
  )
}

type CellProps = { row: BatchRow; field: BatchField; wrong: boolean; reasonId: string }

function OpenCell({ row, field, wrong, reasonId }: CellProps) {
  const take = (text: string) => void editCell(row.number, field, text)
  return (
    <input
      className="input"
      type={field === 'password' ? 'password' : 'text'}
      autoComplete={field === 'password' ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      aria-label={`${labels[field]}, row ${row.number}`}
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? reasonId : undefined}
      defaultValue={row.values[field]}
      onBlur={(event) => take(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
    />
  )
}
