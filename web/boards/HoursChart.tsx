import { useState } from 'react'
import { kinds } from '../../schema/analytics/figures.ts'
import type { BoardReport } from '../../schema/boards/board.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { hourLabel, hourName } from '../ui/charts/buckets.ts'
import { kindStyles } from '../ui/charts/palette.ts'
import { ColumnChart, peak } from '../ui/charts/TimeCharts.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { formatExact } from '../ui/format.ts'
import { boardKindNames } from './labels.ts'

const dayMs = 86_400_000
const none = { views: 0, clicks: 0, saves: 0, submissions: 0 }

/** The scans of one day by hour, in the time zone of the event; at first today's, or those of the last day with any. */
export function HoursChart({ board }: { board: BoardReport }) {
  const [chosen, setChosen] = useState<string>()
  const days = daysOf(board.event)
  const lastDay = board.hours.at(-1)?.start.slice(0, 10)
  const day = chosen ?? lastDay ?? days[0] ?? ''
  const ofHour = new Map(board.hours.map(({ start, ...totals }) => [start, totals]))
  const totals = Array.from(
    { length: 24 },
    (_, hour) => ofHour.get(`${day}T${String(hour).padStart(2, '0')}:00`) ?? none,
  )
  const titles = totals.map((_, hour) => hourName(hour))
  const values = totals.map(({ views }) => views)
  const label = peak(boardKindNames.views, values, { titles })
  return (
    <section className="panel board-panel">
      <ColumnChart
        title={t('By hour')}
        label={t('By hour: {label}', { label })}
        series={{ name: boardKindNames.views, look: kindStyles.views, values }}
        labels={totals.map((_, hour) => hourLabel(hour))}
        titles={titles}
        note={label}
        choice={
          days.length > 1 && (
            <SelectField
              label={t('Day')}
              value={day}
              options={days.map((value) => ({ value, label: dayText(value) }))}
              onChange={setChosen}
            />
          )
        }
        table={{
          caption: t('By hour'),
          head: [t('Hour'), ...kinds.map((kind) => boardKindNames[kind])],
          rows: totals.map((total, hour) => ({
            name: titles[hour] ?? '',
            cells: kinds.map((kind) => formatExact(total[kind])),
          })),
        }}
      />
    </section>
  )
}

function daysOf({ from, to }: BoardReport['event']): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(from) + at * dayMs).toISOString().slice(0, 10),
  )
}

// A day without a time is the same in every time zone.
function dayText(day: string): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Date(day).toLocaleDateString(locale, parts)
}
