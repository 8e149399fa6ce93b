import type { Chart, ChartType } from 'chart.js'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../messages/t.ts'

/**
 * Wraps a canvas with a text description and, as a slider's value, the point selected with the
 * arrow keys.
 */
export function ChartKeys({
  label,
  keys: { at, points, said, onKeyDown, onBlur },
  children,
}: {
  label: string
  keys: Pick<ReturnType<typeof useChartKeys>, 'at' | 'points' | 'said' | 'onKeyDown' | 'onBlur'>
  children: ReactNode
}) {
  return (
    <div
      className="chart-canvas"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.max(points, 1)}
      aria-valuenow={(at ?? 0) + 1}
      aria-valuetext={said}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {children}
    </div>
  )
}

/**
 * Moves along a chart's points with the arrow keys and announces each; Escape hides the tooltip.
 */
export function useChartKeys<Type extends ChartType = ChartType>(
  points: number,
  say: (index: number) => string,
) {
  const chart = useRef<Chart<Type, number[], string>>(null)
  const [at, setAt] = useState<number>()
  const show = (index: number | undefined) => {
    setAt(index)
    if (chart.current) mark(chart.current, index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = move(event.key, at, points)
    if (next === 'nowhere') return
    event.preventDefault()
    show(next)
  }
  const said = at === undefined ? t('Use the arrow keys to read each point') : say(at)
  return { chart, points, at, said, onKeyDown, onBlur: () => show(undefined) }
}

function mark<Type extends ChartType>(
  chart: Chart<Type, number[], string>,
  index: number | undefined,
) {
  const elements =
    index === undefined
      ? []
      : chart.data.datasets.map((_, datasetIndex) => ({ datasetIndex, index }))
  const place = index === undefined ? undefined : chart.getDatasetMeta(0).data[index]
  chart.setActiveElements(elements)
  chart.tooltip?.setActiveElements(elements, { x: place?.x ?? 0, y: place?.y ?? 0 })
  chart.update('none')
}

function move(key: string, at: number | undefined, points: number): number | undefined | 'nowhere' {
  const last = points - 1
  if (key === 'ArrowRight') return Math.min((at ?? -1) + 1, last)
  if (key === 'ArrowLeft') return Math.max((at ?? points) - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return key === 'Escape' && at !== undefined ? undefined : 'nowhere'
}
