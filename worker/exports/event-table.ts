/** Events and submissions as tables: one row each, newest first. */
import { deviceText, placeText } from '../../schema/place.ts'
import type { Section } from '../../schema/pull.ts'
import { clockOf } from './clock.ts'
import type { EventRow } from './event-rows.ts'
import type { Column } from './table.ts'

export type EventSection = Extract<Section, 'all' | 'views' | 'clicks' | 'saves'>

/** The columns of a section; every one of them says when in the zone and in UTC. */
export function eventColumns(section: EventSection, zone: string): Column<EventRow>[] {
  return [...timeColumns<EventRow>(zone, ({ at }) => at), ...ofSection[section], ...last]
}

/** When it was, as the zone's clock shows it and exactly. */
export function timeColumns<Row>(zone: string, at: (row: Row) => number): Column<Row>[] {
  const clock = clockOf(zone)
  return [
    { key: 'time', title: `Time (${zone})`, of: (row) => clock(at(row)) },
    {
      key: 'timestamp',
      title: 'Timestamp (ISO 8601)',
      of: (row) => new Date(at(row)).toISOString(),
    },
  ]
}

const kindNames = { view: 'View', click: 'Click', save: 'Save', submission: 'Submission' }
const kind: Column<EventRow> = { key: 'kind', title: 'Event', of: (row) => kindNames[row.kind] }
const links: Column<EventRow>[] = [
  { key: 'linkType', title: 'Link type', of: ({ linkType }) => linkType },
  { key: 'linkId', title: 'Link ID', of: ({ linkId }) => linkId },
]
const dwell: Column<EventRow> = {
  key: 'dwellMs',
  title: 'Time spent (ms)',
  of: ({ dwellMs }) => dwellMs,
}

const ofSection: Record<EventSection, Column<EventRow>[]> = {
  all: [kind, ...links, dwell],
  views: [dwell],
  clicks: links,
  saves: [],
}

/** Kept shortened and for 30 days only, so it is nobody's to take away. */
export const ipColumn: Column<unknown> = { key: 'ip', title: 'IP', of: () => 'Unknown' }

const last: Column<EventRow>[] = [
  { key: 'location', title: 'Location', of: ({ place }) => placeText(place) },
  { key: 'device', title: 'Device', of: ({ device }) => deviceText(device) },
  ipColumn,
  { key: 'source', title: 'Source', of: ({ source }) => source },
  { key: 'id', title: 'Event ID', of: ({ id }) => id },
]
