import { type ReactNode, Suspense, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { Button } from '../Button.tsx'
import { ChartTable, type TableOf } from './ChartTable.tsx'
import { Legend, type Named } from './Legend.tsx'

export type FrameProps = {
  /** A heading above it; the tab it stands in may say enough. */
  title?: ReactNode
  legend?: Named[]
  table: TableOf
  /** What stands beneath, such as how days are cut. */
  note?: ReactNode
  /** Choices beside the legend. */
  choice?: ReactNode
}

// What scrolls is scrolled with the keys, too.
const reachable = { tabIndex: 0 }

/** A chart in a place of its own height, and the same figures as a table: in its place on request, always for who cannot see it. */
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
    <figure className="chart-frame" data-titled={title ? true : undefined}>
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
          View as table
        </Button>
      </div>
      {!asTable && (
        <div className="chart-place" data-height={height}>
          <Suspense fallback={<div className="skeleton" />}>{children}</Suspense>
        </div>
      )}
      {asTable ? (
        <section className="table-scroll" aria-label={table.caption} {...reachable}>
          <ChartTable {...table} />
        </section>
      ) : (
        <div className="hidden-text">
          <ChartTable {...table} />
        </div>
      )}
      {note && <p className="chart-note">{note}</p>}
    </figure>
  )
}
