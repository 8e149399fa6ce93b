/** The newest events of a card, as people read them. Events that are left out of the totals are not listed. */
import type { CardReport } from '../../schema/analytics.ts'
import type { EventKind } from '../../schema/event.ts'
import { deviceText, placeText } from '../../schema/place.ts'

const pageSize = 500

type Lists = Pick<CardReport, 'views' | 'clicks' | 'saves' | 'next'>
type Row = {
  id: string
  timestamp: number
  source: string
  place: string
  device: string
  dwellMs: number
  linkType: string
  linkId: string
}

const columns = {
  view: `viewer_location as place, viewer_device as device, dwell_ms as dwellMs`,
  click: `clicker_location as place, clicker_device as device, link_type as linkType, link_id as linkId`,
  save: `saver_location as place, saver_device as device`,
}

/** The newest 500 of the kind, or those before the cursor, and one more that tells whether the list goes on. */
export function historyStatement(
  db: D1Database,
  { kind, cardId, before }: { kind: EventKind; cardId: number; before?: string },
): D1PreparedStatement {
  const [timestamp = '', id = ''] = (before ?? `${Number.MAX_SAFE_INTEGER}.`).split('.')
  return db
    .prepare(
      `select id, timestamp, source, ${columns[kind]} from card_${kind}s
       where card_id = ? and (timestamp, id) < (?, ?) and left_out is null
       order by timestamp desc, id desc limit ${pageSize + 1}`,
    )
    .bind(cardId, Number(timestamp), id)
}

/** The answers of the three statements as lists. */
export function readHistory(views: Row[], clicks: Row[], saves: Row[]): Lists {
  return {
    views: views.slice(0, pageSize).map((row) => ({
      ...happened(row),
      viewerLocation: placeText(row.place),
      viewerDevice: deviceText(row.device),
      dwellMs: row.dwellMs,
    })),
    clicks: clicks.slice(0, pageSize).map((row) => ({
      ...happened(row),
      linkType: row.linkType,
      linkId: row.linkId,
      clickerLocation: placeText(row.place),
      clickerDevice: deviceText(row.device),
    })),
    saves: saves.slice(0, pageSize).map((row) => ({
      ...happened(row),
      saverLocation: placeText(row.place),
      saverDevice: deviceText(row.device),
    })),
    next: { views: next(views), clicks: next(clicks), saves: next(saves) },
  }
}

function happened({ id, timestamp, source }: Row) {
  return { id, timestamp: new Date(timestamp).toISOString(), source }
}

function next(rows: Row[]): string | null {
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined
  return last ? `${last.timestamp}.${last.id}` : null
}
