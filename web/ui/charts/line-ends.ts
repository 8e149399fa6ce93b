import type { Chart, Plugin } from 'chart.js'
import { hasEnds } from './line-config.ts'
import { ink } from './palette.ts'

declare module 'chart.js' {
  interface ControllerDatasetOptions {
    /** What stands beside the end of the line. */
    lineEnd?: string
  }
}

/** A dashed line through the point in use. */
export const guideLine: Plugin<'line'> = {
  id: 'guideLine',
  beforeDatasetsDraw({ ctx, chartArea, tooltip }) {
    if (!tooltip?.opacity) return
    ctx.save()
    ctx.strokeStyle = ink.captions
    ctx.setLineDash([3, 4])
    ctx.beginPath()
    ctx.moveTo(tooltip.caretX, chartArea.top)
    ctx.lineTo(tooltip.caretX, chartArea.bottom)
    ctx.stroke()
    ctx.restore()
  },
}

/** On wide screens each line ends with its name and last value; those that would meet are moved apart. */
export const lineEnds: Plugin<'line'> = {
  id: 'lineEnds',
  afterDatasetsDraw(chart) {
    if (!hasEnds(chart)) return
    const { ctx, chartArea } = chart
    ctx.save()
    ctx.font = `600 12px ${ink.font}`
    ctx.textBaseline = 'middle'
    for (const { y, color, text } of endsOf(chart)) {
      ctx.fillStyle = color
      ctx.fillText(text, chartArea.right + 14, y)
    }
    ctx.restore()
  },
}

const lineHeight = 16

// From the axis up, so that lines which lie on zero have their names above one another and not below the chart.
function endsOf(chart: Chart<'line'>) {
  const ends = chart.data.datasets
    .map((dataset, index) => ({
      y: chart.getDatasetMeta(index).data.at(-1)?.y ?? 0,
      color: String(dataset.borderColor),
      text: dataset.lineEnd ?? '',
    }))
    .sort((one, other) => other.y - one.y)
  let free = Number.POSITIVE_INFINITY
  return ends.map((end) => {
    const y = Math.min(end.y, free)
    free = y - lineHeight
    return { ...end, y }
  })
}
