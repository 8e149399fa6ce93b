import type { ReactNode } from 'react'
import type { useChartKeys } from './useChartKeys.ts'

/** Around a canvas: what it shows in a sentence, and the point the arrow keys are at, as a slider says its value. */
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
