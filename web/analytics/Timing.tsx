import { useState } from 'react'
import {
  type Figures,
  type Kind,
  kinds,
  type ShownFigures,
} from '../../schema/analytics/figures.ts'
import { t } from '../messages/t.ts'
import { hourLabel, hourName, weekdayName } from '../ui/charts/buckets.ts'
import { DefinitionLink } from '../ui/charts/DefinitionLink.tsx'
import { kindNames, kindStyles } from '../ui/charts/palette.ts'
import { ColumnChart, peak } from '../ui/charts/TimeCharts.tsx'
import { formatExact } from '../ui/format.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { ZoneNote } from './figure-notes.tsx'

/** Events by time of day and weekday, in the viewer's time zone. */
export function Timing({ report }: { report: ShownFigures }) {
  const [kind, setKind] = useState<Kind>('views')
  const { hours, weekdays } = report.timing
  return (
    <div className="advanced-tab">
      <SegmentedControl
        label={t('Show')}
        options={kinds.map((value) => ({ value, label: kindNames[value] }))}
        value={kind}
        onChange={setKind}
      />
      <TimingChart
        title={t('Hours of the day')}
        column={t('Hour')}
        totals={hours}
        kind={kind}
        labels={hours.map((_, hour) => hourLabel(hour))}
        titles={hours.map((_, hour) => hourName(hour))}
      />
      <TimingChart
        title={t('Days of the week')}
        column={t('Day')}
        totals={weekdays}
        kind={kind}
        labels={weekdays.map((_, day) => weekdayName(day, 'short'))}
        titles={weekdays.map((_, day) => weekdayName(day))}
      />
      <p className="chart-note">
        {t('In your time zone, {name}.', { name: report.zone.name })}{' '}
        <ZoneNote zone={report.zone} /> <DefinitionLink of="days" />
      </p>
    </div>
  )
}

function TimingChart({
  title,
  column,
  totals,
  kind,
  labels,
  titles,
}: {
  title: string
  column: string
  totals: Figures['timing']['hours']
  kind: Kind
  labels: string[]
  titles: string[]
}) {
  const name = kindNames[kind]
  const values = totals.map((total) => total[kind])
  const label = peak(name, values, { titles })
  return (
    <ColumnChart
      title={title}
      label={`${title}: ${label}`}
      series={{ name, look: kindStyles[kind], values }}
      labels={labels}
      titles={titles}
      note={label}
      table={{
        caption: title,
        head: [column, ...kinds.map((one) => kindNames[one])],
        rows: totals.map((total, index) => ({
          name: titles[index] ?? '',
          cells: kinds.map((one) => formatExact(total[one])),
        })),
        total: {
          name: t('Total'),
          cells: kinds.map((one) =>
            formatExact(totals.reduce((sum, total) => sum + total[one], 0)),
          ),
        },
      }}
    />
  )
}
