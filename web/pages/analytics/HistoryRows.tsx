import { Icon, type IconName } from '../../../card/Icon.tsx'
import type { ClickRow, HistoryPage, SaveRow, ViewRow } from '../../../schema/card-report.ts'
import { useCard } from '../../data/cards.ts'
import { placeName } from '../../ui/charts/places.ts'
import { dateAndTime } from '../../ui/dates.ts'
import { linkName, linkTypeName } from './link-name.ts'

/** A page of rows: as a table, or on a phone as two lines each. */
export function HistoryRows({ page, cardId }: { page: HistoryPage; cardId: number }) {
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
        {row.linkId || 'Unknown'} {row.linkId !== 'primary' && <small dir="auto">{name}</small>}
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
      <time dateTime={timestamp}>{dateAndTime(timestamp)}</time>
    </td>
  )
}

function Place({ place }: { place: string }) {
  return <td dir="auto">{placeName(place || 'Unknown')}</td>
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
