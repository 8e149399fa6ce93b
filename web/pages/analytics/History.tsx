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
import { CardExport } from './CardExport.tsx'
import { linkName, linkTypeName } from './link-name.ts'

/** The event history, newest first. */
export function History({ report }: { report: CardReport }) {
  return (
    <section className="panel analytics-panel analytics-history" aria-label="History">
      <PageTabs
        label="History"
        param="history"
        tabs={lists.map(([kind, title]) => ({
          value: kind,
          title,
          content: (
            <>
              <HistoryList
                id={report.card.id}
                sharePoint={report.sharePoint?.code}
                kind={kind}
                total={report.allTime[kind]}
              />
              <div className="export-row">
                <CardExport report={report} section={kind} size="small">
                  Export {title}
                </CardExport>
              </div>
            </>
          ),
        }))}
      />
    </section>
  )
}

const lists = [
  ['views', 'Card Views'],
  ['clicks', 'Link Clicks'],
  ['saves', 'Card Saves'],
] as const

type Kind = HistoryPage['kind']

// Beyond this many pages live updates stop, since each new event would reload all of them.
const livePages = 4

type ListProps = {
  id: number
  sharePoint: string | undefined
  kind: Kind
  total: number
}

/** Rows of one kind, with Load More for 25 more; new events appear while few pages are shown. */
function HistoryList({ id, sharePoint, kind, total }: ListProps) {
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
          New events are available. <Button onClick={newest}>Show newest</Button>
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
        <Page {...{ id, sharePoint, kind, pages, onMore: more, version: halted ?? total }} />
      </table>
    </div>
  )
}

type PageProps = Omit<ListProps, 'total'> & {
  /** Cursor; absent for the newest rows. */
  before?: string
  /** Number of pages shown from here on. */
  pages: number
  version: number
  onMore: () => void
}

function Page({ id, sharePoint, kind, before, pages, version, onMore }: PageProps) {
  const { page, error, revalidate } = useHistory(id, { kind, before, sharePoint }, version)
  if (!page)
    return (
      <Line kind={kind}>
        {error ? (
          <ErrorPanel title="Error loading history" error={error} onRetry={revalidate} />
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
        <Page {...{ id, sharePoint, kind, version, onMore }} before={page.next} pages={pages - 1} />
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

/** A page of rows: a table, or two lines per row on a phone. */
function HistoryRows({ page, cardId }: { page: HistoryPage; cardId: number }) {
  return (
    <tbody>
      {page.kind === 'views' && page.rows.map((row) => <View key={row.id} row={row} />)}
      {page.kind === 'clicks' &&
        page.rows.map((row) => <Click key={row.id} row={row} cardId={cardId} />)}
      {page.kind === 'saves' && page.rows.map((row) => <Save key={row.id} row={row} />)}
    </tbody>
  )
}

function View({ row }: { row: ViewRow }) {
  return (
    <tr>
      <When timestamp={row.timestamp} />
      <Place place={row.viewerLocation} />
      <Device device={row.viewerDevice} />
    </tr>
  )
}

function Click({ row, cardId }: { row: ClickRow; cardId: number }) {
  const { card } = useCard(cardId)
  const name = linkName(`${row.linkType}:${row.linkId}`, card)
  return (
    <tr>
      <When timestamp={row.timestamp} />
      <td>{linkTypeName(row.linkType)}</td>
      <td>
        {row.linkId || 'Unknown'}{' '}
        {row.linkId !== 'primary' && (
          <small className="field-hint" dir="auto">
            {name}
          </small>
        )}
      </td>
      <Device device={row.clickerDevice} />
    </tr>
  )
}

function Save({ row }: { row: SaveRow }) {
  return (
    <tr>
      <When timestamp={row.timestamp} />
      <Place place={row.saverLocation} />
      <Device device={row.saverDevice} />
    </tr>
  )
}

function When({ timestamp }: { timestamp: string }) {
  return (
    <td>
      <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
    </td>
  )
}

function Place({ place }: { place: string }) {
  return (
    <td>
      <bdi>{placeName(place || 'Unknown')}</bdi>
    </td>
  )
}

function Device({ device }: { device: string }) {
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
