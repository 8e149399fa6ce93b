import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  LinearScale,
  Tooltip,
} from 'chart.js'
import { Bar as Drawn } from 'react-chartjs-2'
import { ChartKeys } from './ChartKeys.tsx'
import { type Columns, columnData, columnOptions } from './column-config.ts'
import { exact } from './numbers.ts'
import { useChartKeys } from './useChartKeys.ts'

ChartJs.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

/** Loaded when columns are to be drawn. */
export function ColumnCanvas({ label, ...chart }: Columns & { label: string }) {
  const { series, titles } = chart
  const keys = useChartKeys<'bar'>(
    titles.length,
    (index) => `${titles[index]}, ${series.name} ${exact(series.values[index] ?? 0)}`,
  )
  return (
    <ChartKeys label={label} keys={keys}>
      <Drawn
        ref={keys.chart}
        data={columnData(chart)}
        options={columnOptions(chart)}
        role="presentation"
      />
    </ChartKeys>
  )
}
