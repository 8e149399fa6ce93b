import type { ReactNode } from 'react'
import { type BreakdownHeader, BreakdownPanel, type Share } from './BreakdownPanel.tsx'
import { formatExact, formatShare } from './format-number.ts'

/** A ranking, largest first: a bar behind each row, relative to the largest. */
export function BarList({
  bars,
  color,
  ...head
}: BreakdownHeader & { bars: Share[]; color: string; note?: ReactNode }) {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <BreakdownPanel {...head} parts={bars}>
      <ol className="stack" data-gap="1">
        {bars.map(({ name, value }) => (
          <li key={name}>
            <i style={{ inlineSize: `${(value * 100) / most}%`, backgroundColor: color }} />
            <span dir="auto">{name}</span>
            <b>{formatExact(value)}</b>
            <small className="field-hint">{formatShare(value, head.total.value)}</small>
          </li>
        ))}
      </ol>
    </BreakdownPanel>
  )
}
