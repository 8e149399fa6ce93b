import {
  type ChartData,
  Chart as ChartJs,
  type ChartOptions,
  Filler,
  LineElement,
  PointElement,
  RadarController,
  RadialLinearScale,
  Tooltip,
} from 'chart.js'
import { Radar as Drawn } from 'react-chartjs-2'
import { t } from '../../messages/t.ts'
import { staticChartOptions, tooltipOptions } from './ChartCanvas.tsx'
import { ink, kindStyles } from './palette.ts'

ChartJs.register(Filler, LineElement, PointElement, RadarController, RadialLinearScale, Tooltip)

/** One axis of the radar: its value and its maximum. */
export type RadarMark = { name: string; value: number; full: number; text: string }

/** Lazily loaded canvas of a radar chart. */
export function RadarCanvas({ label, marks }: { label: string; marks: RadarMark[] }) {
  return (
    <div className="chart-canvas">
      <Drawn data={radarData(marks)} options={radarOptions(marks)} role="img" aria-label={label} />
    </div>
  )
}

/** Each axis has its own maximum, so each value is a share of it. */
function radarData(marks: RadarMark[]): ChartData<'radar', number[], string> {
  const { color } = kindStyles.clicks
  return {
    labels: marks.map(({ name }) => name),
    datasets: [
      {
        label: t('This period'),
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

function radarOptions(marks: RadarMark[]): ChartOptions<'radar'> {
  return {
    ...staticChartOptions,
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
        ...tooltipOptions,
        callbacks: { label: ({ dataIndex }) => marks[dataIndex]?.text ?? '' },
      },
    },
  }
}
