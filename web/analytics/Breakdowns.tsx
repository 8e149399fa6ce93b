import { type ReactNode, useState } from 'react'
import type { ShownFigures } from '../../schema/analytics/figures.ts'
import { t } from '../messages/t.ts'
import { period } from '../ui/charts/buckets.ts'
import { DefinitionLink } from '../ui/charts/DefinitionLink.tsx'
import { kindNames } from '../ui/charts/palette.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { countedEvents } from './labels.ts'

const kinds = ['views', 'clicks', 'saves'] as const
type BrokenDown = (typeof kinds)[number]

/** Names the kind of event in a breakdown, its total and the days covered. */
export function Breakdowns({
  report,
  children,
}: {
  report: ShownFigures
  children: (kind: BrokenDown, total: number) => ReactNode
}) {
  const [kind, setKind] = useState<BrokenDown>('views')
  const { from, until, totals } = report.breakdowns
  return (
    <div className="stack breakdowns" data-gap="5">
      <SegmentedControl
        label={t('Break down by')}
        options={kinds.map((value) => ({ value, label: kindNames[value] }))}
        value={kind}
        onChange={setKind}
      />
      {children(kind, totals[kind])}
      <p className="chart-note">
        {t('{events}, {period}. Breakdowns use UTC days, so totals may differ slightly.', {
          events: countedEvents[kind](totals[kind]),
          period: period(from, until),
        })}{' '}
        <DefinitionLink of="days" />
      </p>
    </div>
  )
}
