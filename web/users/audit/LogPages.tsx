import { type ReactNode, useState } from 'react'
import { t } from '../../messages/t.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Notes.tsx'
import { AccessDenied, isForbidden } from '../AccessDenied.tsx'

type LogProps<View, Row> = {
  view: View
  /** Loads a page, newest first: the first page, or the one before an id. */
  useLog: (
    view: View,
    before?: number,
  ) => {
    page: { rows: Row[]; next: number | null } | undefined
    error: unknown
    revalidate: () => unknown
  }
  /** Title when the log cannot be loaded. */
  failed: string
  /** Title when the log has no rows, or none that match the view. */
  empty: string
  children: (row: Row) => ReactNode
}

/** The pages of a log, each loaded by the button below the previous one. */
export function LogPages<View, Row>(props: LogProps<View, Row>) {
  return (
    <ol className="panel audit-list">
      <Page {...props} before={undefined} />
    </ol>
  )
}

type PageProps<View, Row> = LogProps<View, Row> & { before: number | undefined }

// Each page has the one after it, which begins where this one ends now.
function Page<View, Row>({ before, ...log }: PageProps<View, Row>) {
  const { view, useLog, failed, empty, children } = log
  const { page, error, revalidate } = useLog(view, before)
  const [more, setMore] = useState(false)
  if (isForbidden(error)) return <AccessDenied />
  if (!page && error)
    return (
      <li>
        <ErrorPanel title={failed} error={error} onRetry={revalidate} />
      </li>
    )
  if (!page)
    return (
      <li>
        <span role="status">{t('Loading...')}</span>
      </li>
    )
  const { rows, next } = page
  return (
    <>
      {rows.length === 0 && (
        <li>
          <EmptyState icon="search" title={empty} />
        </li>
      )}
      {rows.map(children)}
      {next && more && <Page {...log} before={next} />}
      {next && !more && (
        <li>
          <Button onClick={() => setMore(true)}>{t('Show more')}</Button>
        </li>
      )}
    </>
  )
}
