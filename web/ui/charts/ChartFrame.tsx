import { type ReactNode, Suspense, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../Button.tsx'
import { ChartTable, type TableOf } from './ChartTable.tsx'
import { Legend, type LegendItem } from './Legend.tsx'

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

// Scrollable regions must be focusable for keyboard scrolling.
const reachable = { tabIndex: 0 }

/**
 * A chart of fixed height with the same figures as a table: shown instead on request, and always
 * present for screen readers.
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
