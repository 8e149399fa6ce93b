import type { TooltipOptions } from 'chart.js'
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

/** Tooltip options; a function, since each chart narrows the type. */
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

// The common subset of column and line items.
type Item = { dataIndex: number; dataset: { label?: string }; raw: unknown }

/**
 * Options shared by column and line charts over buckets; `titles` are the full names of the
 * buckets.
 */
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
