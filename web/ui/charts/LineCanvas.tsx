import {
  CategoryScale,
  Chart as ChartJs,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { Line as Drawn } from 'react-chartjs-2'
import { ChartKeys } from './ChartKeys.tsx'
import { type Lines, lineData, lineOptions, sayPoint } from './line-config.ts'
import { guideLine, lineEnds } from './line-ends.ts'
import { useChartKeys } from './useChartKeys.ts'

ChartJs.register(
  CategoryScale,
  Filler,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Tooltip,
)

/** Loaded when a line is to be drawn. */
export function LineCanvas({ label, ...chart }: Lines & { label: string }) {
  const keys = useChartKeys<'line'>(chart.titles.length, (index) => sayPoint(chart, index))
  return (
    <ChartKeys label={label} keys={keys}>
      <Drawn
        ref={keys.chart}
        data={lineData(chart)}
        options={lineOptions(chart)}
        plugins={[guideLine, lineEnds]}
        role="presentation"
      />
    </ChartKeys>
  )
}
