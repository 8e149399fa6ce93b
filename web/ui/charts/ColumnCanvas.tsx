import {
  BarController,
  BarElement,
  CategoryScale,
  type ChartData,
  Chart as ChartJs,
  type ChartOptions,
  LinearScale,
  Tooltip,
} from 'chart.js'
import { Bar as Drawn } from 'react-chartjs-2'
import { formatExact, formatTick } from '../format.ts'
import { bucketOptions, ChartKeys, useChartKeys } from './ChartCanvas.tsx'
import type { LegendItem } from './ChartFrame.tsx'

ChartJs.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

/** Lazily loaded canvas of a column chart. */
export function ColumnCanvas({ label, ...chart }: Columns & { label: string }) {
  const { series, titles } = chart
  const keys = useChartKeys<'bar'>(
    titles.length,
    (index) => `${titles[index]}, ${series.name} ${formatExact(series.values[index] ?? 0)}`,
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

export type Columns = {
  series: LegendItem & { values: number[] }
  /** Axis labels. */
  labels: string[]
  /** Full names of the columns. */
  titles: string[]
}

/** The highest column is highlighted, the others are paler. */
function columnData({ series, labels }: Columns): ChartData<'bar', number[], string> {
  const { name, look, values } = series
  const most = Math.max(...values)
  return {
    labels,
    datasets: [
      {
        label: name,
        data: values,
        backgroundColor: values.map((value) => (value === most ? look.color : `${look.color}80`)),
        hoverBackgroundColor: look.color,
        borderRadius: 4,
        categoryPercentage: 0.86,
        barPercentage: 0.9,
        maxBarThickness: 56,
      },
    ],
  }
}

function columnOptions({ titles }: Columns): ChartOptions<'bar'> {
  const options = bucketOptions(titles, { write: formatExact, writeTick: formatTick })
  return { ...options, layout: { padding: { top: 8 } } }
}
