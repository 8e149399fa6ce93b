import { type ReactNode, useState } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import type {
  CardReport,
  ClickRow,
  HistoryPage,
  SaveRow,
  ViewRow,
} from '../../../schema/card-report.ts'
import { useHistory } from '../../data/analytics.ts'
import { useCard } from '../../data/cards.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { placeName } from '../../ui/charts/country-names.ts'
import { formatDateTime } from '../../ui/format-date.ts'
import { PageTabs } from '../../ui/Tabs.tsx'
import { CardExportButton } from './CardExportButton.tsx'
import { linkLabel, linkTypeLabel } from './link-label.ts'

/** The event history, newest first. */
export function History({ report }: { report: CardReport }) {
  return (
    <section className="panel analytics-panel analytics-history" aria-label="History">
      <PageTabs
        label="History"
        param="history"
        tabs={historyTabs.map(([kind, title]) => ({
          value: kind,
          title,
          content: (
            <>
              <HistoryList id={report.card.id} kind={kind} total={report.allTime[kind]} />
              <div className="export-row">
                <CardExportButton report={report} section={kind} size="small">
                  Export {title}
                </CardExportButton>
              </div>
            </>
          ),
        }))}
      />
    </section>
  )
}

const historyTabs = [
  ['views', 'Card Views'],
  ['clicks', 'Link Clicks'],
  ['saves', 'Card Saves'],
] as const

type Kind = HistoryPage['kind']

// Beyond this many pages live updates stop, since each new event would reload all of them.
const maxLivePages = 4

/** Rows of one kind, with Load More for 25 more; new events appear while few pages are shown. */
function HistoryList({ id, kind, total }: { id: number; kind: Kind; total: number }) {
  const [pages, setPages] = useState(1)
  const [pausedTotal, setPausedTotal] = useState<number>()
  const showMore = () => {
    if (pages === maxLivePages) setPausedTotal(total)
    setPages(pages + 1)
  }
  const showNewest = () => {
    setPausedTotal(undefined)
    setPages(1)
  }
  return (
    <div className="history">
      {pausedTotal !== undefined && pausedTotal !== total && (
        <p className="history-newer" role="status">
          New events are available. <Button onClick={showNewest}>Show newest</Button>
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
        <Page {...{ id, kind, pages, onMore: showMore, version: pausedTotal ?? total }} />
      </table>
    </div>
  )
}

type PageProps = {
  id: number
  kind: Kind
  /** Cursor; absent for the newest rows. */
  before?: string
  /** Number of pages shown from here on. */
  pages: number
  version: number
  onMore: () => void
}

function Page({ id, kind, before, pages, version, onMore }: PageProps) {
  const { page, error, revalidate } = useHistory(id, { kind, before }, version)
  if (!page)
    return (
      <FullWidthRow kind={kind}>
        {error ? (
          <ErrorPanel title="Error loading history" error={error} onRetry={revalidate} />
        ) : (
          <span role="status">Loading...</span>
        )}
      </FullWidthRow>
    )
  if (page.rows.length === 0 && !before)
    return <FullWidthRow kind={kind}>{emptyTexts[kind]}</FullWidthRow>
  return (
    <>
      <HistoryRows page={page} cardId={id} />
      {page.next && pages > 1 && (
        <Page {...{ id, kind, version, onMore }} before={page.next} pages={pages - 1} />
      )}
      {page.next && pages === 1 && (
        <FullWidthRow kind={kind}>
          <Button onClick={onMore}>Show more</Button>
        </FullWidthRow>
      )}
    </>
  )
}

function FullWidthRow({ kind, children }: { kind: Kind; children: ReactNode }) {
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

/** A page of rows: a table, or two lines per row on a phone. */
function HistoryRows({ page, cardId }: { page: HistoryPage; cardId: number }) {
  return (
    <tbody>
      {page.kind === 'views' && page.rows.map((row) => <ViewRowCells key={row.id} row={row} />)}
      {page.kind === 'clicks' &&
        page.rows.map((row) => <ClickRowCells key={row.id} row={row} cardId={cardId} />)}
      {page.kind === 'saves' && page.rows.map((row) => <SaveRowCells key={row.id} row={row} />)}
    </tbody>
  )
}

function ViewRowCells({ row }: { row: ViewRow }) {
  return (
    <tr>
      <TimeCell timestamp={row.timestamp} />
      <PlaceCell place={row.viewerLocation} />
      <DeviceCell device={row.viewerDevice} />
    </tr>
  )
}

function ClickRowCells({ row, cardId }: { row: ClickRow; cardId: number }) {
  const { card } = useCard(cardId)
  const name = linkLabel(`${row.linkType}:${row.linkId}`, card)
  return (
    <tr>
      <TimeCell timestamp={row.timestamp} />
      <td>{linkTypeLabel(row.linkType)}</td>
      <td>
        {row.linkId || 'Unknown'}{' '}
        {row.linkId !== 'primary' && (
          <small className="field-hint" dir="auto">
            {name}
          </small>
        )}
      </td>
      <DeviceCell device={row.clickerDevice} />
    </tr>
  )
}

function SaveRowCells({ row }: { row: SaveRow }) {
  return (
    <tr>
      <TimeCell timestamp={row.timestamp} />
      <PlaceCell place={row.saverLocation} />
      <DeviceCell device={row.saverDevice} />
    </tr>
  )
}

function TimeCell({ timestamp }: { timestamp: string }) {
  return (
    <td>
      <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
    </td>
  )
}

function PlaceCell({ place }: { place: string }) {
  return (
    <td>
      <bdi>{placeName(place || 'Unknown')}</bdi>
    </td>
  )
}

function DeviceCell({ device }: { device: string }) {
  const text = device || 'Unknown'
  return (
    <td>
      <span className="badge">
        <Icon name={icons.get(text.split(',')[0] ?? '') ?? 'phone-device'} size={14} />
        {text}
      </span>
    </td>
  )
}

const icons = new Map<string, IconName>([
  ['Mobile', 'phone-device'],
  ['Tablet', 'tablet'],
  ['Desktop', 'desktop'],
])
