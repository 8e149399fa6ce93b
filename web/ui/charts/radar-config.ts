import type { ChartData, ChartOptions } from 'chart.js'
import { still, tooltipLook } from './chart-options.ts'
import { ink, kindLooks } from './palette.ts'
import type { Mark } from './radar-marks.ts'

/** Each axis has its own rim, so each point is a part of that rim. */
export function radarData(marks: Mark[]): ChartData<'radar', number[], string> {
  const { color } = kindLooks.clicks
  return {
    labels: marks.map(({ name }) => name),
    datasets: [
      {
        label: 'This period',
        data: marks.map(({ value, full }) => (value * 100) / full),
        borderColor: color,
        backgroundColor: `${color}33`,
        borderWidth: 2.5,
        pointRadius: 4,
        pointBackgroundColor: ink.surface,
        pointBorderColor: color,
        pointBorderWidth: 2,
      },
    ],
  }
}

export function radarOptions(marks: Mark[]): ChartOptions<'radar'> {
  return {
    ...still,
    scales: {
      r: {
        min: 0,
        max: 100,
        ticks: { display: false, stepSize: 25 },
        grid: { color: ink.line },
        angleLines: { color: ink.line },
        pointLabels: {
          color: ink.text,
          font: { family: ink.font, size: 12, weight: 500 },
          callback: (name, index) => [name, marks[index]?.text ?? ''],
        },
      },
    },
    plugins: {
      tooltip: {
        ...tooltipLook,
        callbacks: { label: ({ dataIndex }) => marks[dataIndex]?.text ?? '' },
      },
    },
  }
}
