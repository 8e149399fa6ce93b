import type { ChartData, ChartOptions } from 'chart.js'
import { bucketOptions } from './chart-options.ts'
import type { Named } from './Legend.tsx'
import { exact, tick } from './numbers.ts'

export type Columns = {
  series: Named & { values: number[] }
  /** Beneath each column. */
  labels: string[]
  /** Each column in full. */
  titles: string[]
}

/** The highest column stands out, the others are paler. */
export function columnData({ series, labels }: Columns): ChartData<'bar', number[], string> {
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

export function columnOptions({ titles }: Columns): ChartOptions<'bar'> {
  const options = bucketOptions(titles, { write: exact, writeTick: tick })
  return { ...options, layout: { padding: { top: 8 } } }
}
