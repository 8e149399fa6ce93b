import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bulkFields } from '../../../schema/users/bulk-import.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { failedLines, saveFailed, saveTemplate } from './files.ts'
import { ReviewRow } from './ReviewRow.tsx'
import { type BatchRow, labels, type RowCheck } from './rows.ts'

const atOnce = 100
// Scrollable regions must be focusable for keyboard scrolling.
const scrollable = { tabIndex: 0 }

export function Counts({ checks, checking }: { checks: RowCheck[]; checking: boolean }) {
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

type Props = { rows: BatchRow[]; checks: RowCheck[]; locked: boolean }

/** The file's rows, in pages of a hundred; Show more loads the next one; cells are editable. */
export function ReviewTable({ rows, checks, locked }: Props) {
  const [only, setOnly] = useState<'all' | 'errors'>('all')
  const failed = failedLines(rows, checks)
  const [most, setMost] = useState(atOnce)
  const shown = rows.flatMap((row, index) => {
    const check = checks[index]
    // A corrected row stays in place.
    const fits = only === 'all' || check?.status === 'invalid' || row.edited.length > 0
    return check && fits ? [{ row, check }] : []
  })
  // From the file as opened, so that a correction does not scroll.
  const [firstWrong] = useState(shown.find(({ check }) => check.status === 'invalid')?.row.number)
  const box = useRef<HTMLElement>(null)
  const invalid = checks.some(({ status }) => status === 'invalid')
  const toError = () => {
    // The first error may be beyond the rows shown.
    flushSync(() => setOnly('errors'))
    box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  return (
    <>
      <div className="actions batch-tools">
        <SegmentedControl
          label={t('Show')}
          options={[
            { value: 'all', label: t('All rows') },
            { value: 'errors', label: t('Rows with errors') },
          ]}
          value={only}
          onChange={setOnly}
        />
        {invalid && !locked && <Button onClick={toError}>{t('Go to first error')}</Button>}
        <Button onClick={saveTemplate}>{t('Download CSV Template')}</Button>
        {failed.length > 1 && (
          <Button onClick={() => saveFailed(failed)}>{t('Download rows with errors')}</Button>
        )}
      </div>
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
          <Button onClick={() => setMost(most + atOnce)}>
            {t('Show more ({count})', { count: (shown.length - most).toLocaleString(locale) })}
          </Button>
        )}
      </section>
    </>
  )
}
