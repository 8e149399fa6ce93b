import {
  Chart as ChartJs,
  Filler,
  LineElement,
  PointElement,
  RadarController,
  RadialLinearScale,
  Tooltip,
} from 'chart.js'
import { Radar as Drawn } from 'react-chartjs-2'
import { radarData, radarOptions } from './radar-config.ts'
import type { Mark } from './radar-marks.ts'

ChartJs.register(Filler, LineElement, PointElement, RadarController, RadialLinearScale, Tooltip)

/** Loaded when a radar is to be drawn. */
export function RadarCanvas({ label, marks }: { label: string; marks: Mark[] }) {
  return (
    <div className="chart-canvas">
      <Drawn data={radarData(marks)} options={radarOptions(marks)} role="img" aria-label={label} />
    </div>
  )
}
