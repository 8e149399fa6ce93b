import type { Chart, ChartType, TooltipOptions } from 'chart.js'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../messages/t.ts'
import { ink } from './palette.ts'

const small = { family: ink.font, size: 12, weight: 500 } as const

/** Axis labels. */
const ticks = { color: ink.captions, font: small, maxRotation: 0, autoSkipPadding: 12 }

const gridLines = { color: ink.line, drawTicks: false }

/** No animations: charts refresh every few seconds. */
export const staticChartOptions = {
  responsive: true,
  maintainAspectRatio: false,
  animation: false,
} as const

export const tooltipOptions = {
  backgroundColor: ink.raised,
  borderColor: ink.strongLine,
  borderWidth: 1,
  cornerRadius: 10,
  padding: 12,
  titleColor: ink.text,
  bodyColor: ink.text,
  titleFont: { family: ink.font, size: 13, weight: 600 },
  bodyFont: { family: ink.font, size: 13 },
  bodySpacing: 6,
  titleMarginBottom: 8,
  usePointStyle: true,
  boxPadding: 6,
  caretSize: 0,
  caretPadding: 12,
} as const satisfies Partial<Record<keyof TooltipOptions, unknown>>

// What the tooltip items of column and line charts have in common.
type Item = { dataIndex: number; dataset: { label?: string }; raw: unknown }

/** Wraps a canvas with a text description and, as a slider's value, the point selected with the arrow keys. */
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

/** Moves along a chart's points with the arrow keys and announces each; Escape hides the tooltip. */
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

/** Options shared by column and line charts over buckets; `titles` are the full names of the buckets. */
export function bucketOptions(
  titles: string[],
  { write, writeTick }: Record<'write' | 'writeTick', (value: number) => string>,
) {
  return {
    ...staticChartOptions,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: { grid: { display: false }, border: { display: false }, ticks },
      y: {
        beginAtZero: true,
        suggestedMax: 4,
        grid: gridLines,
        border: { display: false },
        ticks: {
          ...ticks,
          padding: 10,
          precision: 0,
          maxTicksLimit: 5,
          callback: (value: string | number) => writeTick(Number(value)),
        },
      },
    },
    plugins: {
      tooltip: {
        ...tooltipOptions,
        callbacks: {
          title: ([item]: Item[]) => titles[item?.dataIndex ?? -1] ?? '',
          label: ({ dataset, raw }: Item) => `${dataset.label}  ${write(Number(raw))}`,
        },
      },
    },
  } as const
}
