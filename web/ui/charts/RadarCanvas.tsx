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
import { staticChartOptions, tooltipOptions } from './chart-options.ts'
import { canvasColors, kindStyles } from './palette.ts'
import type { RadarAxis } from './radar-axes.ts'

ChartJs.register(Filler, LineElement, PointElement, RadarController, RadialLinearScale, Tooltip)

/** Lazily loaded canvas of a radar chart. */
export function RadarCanvas({ label, axes }: { label: string; axes: RadarAxis[] }) {
  return (
    <div className="chart-canvas">
      <Drawn data={radarData(axes)} options={radarOptions(axes)} role="img" aria-label={label} />
    </div>
  )
}

/** Each axis has its own maximum, so each value is a share of it. */
function radarData(axes: RadarAxis[]): ChartData<'radar', number[], string> {
  const { color } = kindStyles.clicks
  return {
    labels: axes.map(({ name }) => name),
    datasets: [
      {
        label: 'This period',
        data: axes.map(({ value, max }) => (value * 100) / max),
        borderColor: color,
        backgroundColor: `${color}33`,
        borderWidth: 2.5,
        pointRadius: 4,
        pointBackgroundColor: canvasColors.surface,
        pointBorderColor: color,
        pointBorderWidth: 2,
      },
    ],
  }
}

function radarOptions(axes: RadarAxis[]): ChartOptions<'radar'> {
  return {
    ...staticChartOptions,
    scales: {
      r: {
        min: 0,
        max: 100,
        ticks: { display: false, stepSize: 25 },
        grid: { color: canvasColors.line },
        angleLines: { color: canvasColors.line },
        pointLabels: {
          color: canvasColors.text,
          font: { family: canvasColors.font, size: 12, weight: 500 },
          callback: (name, index) => [name, axes[index]?.text ?? ''],
        },
      },
    },
    plugins: {
      tooltip: {
        ...tooltipOptions,
        callbacks: { label: ({ dataIndex }) => axes[dataIndex]?.text ?? '' },
      },
    },
  }
}
