import { type ReactNode, useState } from 'react'
import type { HistoryPage } from '../../../schema/card-report.ts'
import { sentence } from '../../api.ts'
import { useHistory } from '../../data/analytics.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/Notes.tsx'
import { HistoryRows } from './HistoryRows.tsx'

type Kind = HistoryPage['kind']

// Looking back over more than these pages, a new event would mean asking for all of them again.
const livePages = 4

/** The rows of a kind, 25 more with each press; new ones come in on top while not many pages are shown. */
export function HistoryList({ id, kind, total }: { id: number; kind: Kind; total: number }) {
  const [pages, setPages] = useState(1)
  const [halted, halt] = useState<number>()
  const more = () => {
    if (pages === livePages) halt(total)
    setPages(pages + 1)
  }
  const newest = () => {
    halt(undefined)
    setPages(1)
  }
  return (
    <div className="history">
      {halted !== undefined && halted !== total && (
        <p className="history-newer" role="status">
          There is something newer. <Button onClick={newest}>Show the newest</Button>
        </p>
      )}
      <table className="history-table">
        <caption className="hidden-text">{titles[kind]}, newest first</caption>
        <thead>
          <tr>
            {columns[kind].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <Page {...{ id, kind, pages, onMore: more, version: halted ?? total }} />
      </table>
    </div>
  )
}

type PageProps = {
  id: number
  kind: Kind
  /** Where it begins; the newest without. */
  before?: string
  /** How many are shown from here on. */
  pages: number
  version: number
  onMore: () => void
}

function Page({ id, kind, before, pages, version, onMore }: PageProps) {
  const { page, error, again } = useHistory(id, { kind, before }, version)
  if (!page)
    return (
      <Line kind={kind}>
        {error ? (
          <ErrorPanel
            title="Error loading history"
            message={sentence(error, 'Something went wrong. Please try again.')}
            onRetry={() => void again()}
          />
        ) : (
          <span role="status">Loading...</span>
        )}
      </Line>
    )
  if (page.rows.length === 0 && !before) return <Line kind={kind}>{emptyTexts[kind]}</Line>
  return (
    <>
      <HistoryRows page={page} cardId={id} />
      {page.next && pages > 1 && (
        <Page {...{ id, kind, version, onMore }} before={page.next} pages={pages - 1} />
      )}
      {page.next && pages === 1 && (
        <Line kind={kind}>
          <Button onClick={onMore}>Show more</Button>
        </Line>
      )}
    </>
  )
}

function Line({ kind, children }: { kind: Kind; children: ReactNode }) {
  return (
    <tbody className="history-line">
      <tr>
        <td colSpan={columns[kind].length}>{children}</td>
      </tr>
    </tbody>
  )
}

const titles = { views: 'Card Views', clicks: 'Link Clicks', saves: 'Card Saves' }

const emptyTexts = {
  views: 'No view data available yet',
  clicks: 'No click data available yet',
  saves: 'No save data available yet',
}

const columns = {
  views: ['Date and time', 'Location', 'Device'],
  clicks: ['Date and time', 'Link type', 'Link ID', 'Device'],
  saves: ['Date and time', 'Location', 'Device'],
}
