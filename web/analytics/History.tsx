import { type ReactNode, useState } from 'react'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import type {
  CardReport,
  ClickRow,
  HistoryPage,
  SaveRow,
  ViewRow,
} from '../../schema/analytics/card-report.ts'
import { useCard } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button } from '../ui/Button.tsx'
import { deviceName, placeName } from '../ui/charts/breakdown.ts'
import { formatDateTime } from '../ui/format.ts'
import { PageTabs } from '../ui/Tabs.tsx'
import { useHistory } from './data.ts'
import { historyKinds, historyTitles } from './labels.ts'
import { linkName, linkTypeName } from './link-name.ts'

/** The event history, newest first. */
export function History({ report }: { report: CardReport }) {
  return (
    <section className="panel analytics-panel analytics-history" aria-label={t('History')}>
      <PageTabs
        label={t('History')}
        param="history"
        tabs={historyKinds.map((kind) => ({
          value: kind,
          title: historyTitles[kind],
          content: (
            <HistoryList
              id={report.card.id}
              sharePoint={report.sharePoint?.code}
              kind={kind}
              total={report.allTime[kind]}
            />
          ),
        }))}
      />
    </section>
  )
}

type Kind = HistoryPage['kind']

// With more pages, live updates stop, since each new event would reload all of them.
const livePages = 4

type ListProps = {
  id: number
  sharePoint: string | undefined
  kind: Kind
  total: number
}

/** Rows of one kind, in pages of 25, of which Show more adds one. New events appear while few pages are shown. */
function HistoryList({ id, sharePoint, kind, total }: ListProps) {
  const [pages, setPages] = useState(1)
  // The total at which live updates stopped.
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
          <Trans
            id="New events are available. <button>Show newest</button>"
            components={{ button: <Button onClick={newest} /> }}
          />
        </p>
      )}
      <table className="history-table">
        <caption className="hidden-text">
          {t('{titles}, newest first', { titles: historyTitles[kind] })}
        </caption>
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
  /** Number of pages to show, from this one on. */
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
          <ErrorPanel title={t('Error loading history')} error={error} onRetry={revalidate} />
        ) : (
          <span role="status">{t('Loading...')}</span>
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
          <Button onClick={onMore}>{t('Show more')}</Button>
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

const emptyTexts = {
  views: t('No view data available yet'),
  clicks: t('No click data available yet'),
  saves: t('No save data available yet'),
}

const columns = {
  views: [t('Date and time'), t('Location'), t('Device')],
  clicks: [t('Date and time'), t('Link type'), t('Link ID'), t('Device')],
  saves: [t('Date and time'), t('Location'), t('Device')],
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
        {row.linkId || t('Unknown')}{' '}
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

const icons = new Map<string, IconName>([
  ['Mobile', 'phone-device'],
  ['Tablet', 'tablet'],
  ['Desktop', 'desktop'],
])

function Device({ device }: { device: string }) {
  const text = device || 'Unknown'
  return (
    <td>
      <span className="badge">
        <Icon name={icons.get(text.split(',')[0] ?? '') ?? 'phone-device'} size={14} />
        {deviceName(text)}
      </span>
    </td>
  )
}
