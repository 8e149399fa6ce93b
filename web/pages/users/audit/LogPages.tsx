import { type ReactNode, useState } from 'react'
import { t } from '../../../messages/t.ts'
import { ErrorPanel } from '../../../shell/ErrorPanel.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
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
  const [cursors, setCursors] = useState<(number | undefined)[]>([undefined])
  return (
    <ol className="panel audit-list">
      {cursors.map((before, index) => (
        <Page
          key={before ?? 'first'}
          {...props}
          before={before}
          onMore={
            index === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined
          }
        />
      ))}
    </ol>
  )
}

type PageProps<View, Row> = LogProps<View, Row> & {
  before: number | undefined
  onMore: ((next: number) => void) | undefined
}

function Page<View, Row>(props: PageProps<View, Row>) {
  const { view, before, useLog, failed, empty, onMore, children } = props
  const { page, error, revalidate } = useLog(view, before)
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
      {next && onMore && (
        <li>
          <Button onClick={() => onMore(next)}>{t('Show more')}</Button>
        </li>
      )}
    </>
  )
}
