import { type ReactNode, Suspense, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../Button.tsx'
import type { SeriesStyle } from './palette.ts'

export type LegendItem = { name: string; look: SeriesStyle }

const markers: Record<SeriesStyle['marker'], string> = {
  circle: 'M9.5 6a4.500 4.500 0 1 1 9 0a4.500 4.500 0 1 1-9 0Z',
  rect: 'M10 2h8v8h-8Z',
  triangle: 'M14 1l5 9h-10Z',
  rectRot: 'M14 1l5 5l-5 5l-5-5Z',
  crossRot: 'M10 2l8 8M18 2l-8 8',
}

/** `id` tells rows with the same name apart; `link` replaces the name. */
export type TableRow = { name: string; id?: number; link?: ReactNode; cells: ReactNode[] }
type TableOf = {
  caption: string
  /** The first is the heading of the row names. */
  head: string[]
  rows: TableRow[]
  /** The totals, where they are meaningful. */
  total?: TableRow
}

export type FrameProps = {
  /** The heading; optional, since the surrounding tab may already name the chart. */
  title?: ReactNode
  legend?: LegendItem[]
  table: TableOf
  /** A footnote, such as how days are counted. */
  note?: ReactNode
  /** Options next to the legend. */
  choice?: ReactNode
}

/**
 * A chart of fixed height with the same figures as a table: shown instead on request, and always present for screen
 * readers.
 */
export function ChartFrame({
  title,
  legend,
  table,
  note,
  choice,
  height,
  children,
}: FrameProps & { height?: 'low' | 'tall'; children: ReactNode }) {
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className="stack chart-frame" data-gap="3" data-titled={title ? true : undefined}>
      {title && <figcaption>{title}</figcaption>}
      <div className="chart-bar">
        {legend && <Legend series={legend} />}
        {choice}
        <Button
          kind="ghost"
          size="small"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name="text" size={16} />
          {t('View as table')}
        </Button>
      </div>
      {!asTable && (
        <div className="chart-place" data-height={height}>
          <Suspense fallback={<div className="skeleton" />}>{children}</Suspense>
        </div>
      )}
      {asTable ? (
        <ScrolledTable {...table} />
      ) : (
        <div className="hidden-text">
          <ChartTable {...table} />
        </div>
      )}
      {note && <p className="chart-note">{note}</p>}
    </figure>
  )
}

/** A table that scrolls in its region; the region is named by `label`, or as the table. */
export function ScrolledTable({ label, ...table }: TableOf & { label?: string }) {
  return (
    <section className="table-scroll" aria-label={label ?? table.caption} {...focusable}>
      <ChartTable {...table} />
    </section>
  )
}

// Scrollable regions must be focusable for keyboard scrolling.
const focusable = { tabIndex: 0 }

/** A chart's data as a table: numbers right-aligned, totals in the last row. */
export function ChartTable({ caption, head, rows, total }: TableOf) {
  const [first, ...others] = head
  return (
    <table className="figures-table">
      <caption className="hidden-text">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id ?? row.name} row={row} head={others} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <Row row={total} head={others} />
        </tfoot>
      )}
    </table>
  )
}

function Row({ row, head }: { row: TableRow; head: string[] }) {
  return (
    <tr>
      <th scope="row">{row.link || <bdi>{row.name}</bdi>}</th>
      {row.cells.map((cell, index) => (
        <td key={head[index]}>{cell}</td>
      ))}
    </tr>
  )
}

/** The name of each series with a sample of its line. */
function Legend({ series }: { series: LegendItem[] }) {
  return (
    <ul className="chart-legend">
      {series.map(({ name, look }) => (
        <li key={name}>
          <Sample look={look} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Sample({ look: { color, dash, marker } }: { look: SeriesStyle }) {
  return (
    <svg width="28" height="12" aria-hidden="true" stroke={color} strokeWidth="2.5" fill="none">
      <path d="M1 6h26" strokeDasharray={dash.join(' ') || undefined} />
      <path d={markers[marker]} fill="var(--surface)" strokeLinejoin="round" />
    </svg>
  )
}
