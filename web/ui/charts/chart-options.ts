import type { TooltipOptions } from 'chart.js'
import { ink } from './palette.ts'

const small = { family: ink.font, size: 12, weight: 500 } as const

/** The labels beneath or beside an axis. */
export const ticks = { color: ink.captions, font: small, maxRotation: 0, autoSkipPadding: 12 }

export const gridLines = { color: ink.line, drawTicks: false }

/** Nothing animates: figures are asked for again every few seconds. */
export const still = { responsive: true, maintainAspectRatio: false, animation: false } as const

/** The panel at the pointer; a function, since each chart narrows it. */
export const tooltipLook = {
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
