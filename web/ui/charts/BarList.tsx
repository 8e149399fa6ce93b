import type { ReactNode } from 'react'
import { formatExact, formatShare } from './format-number.ts'
import { groupName } from './group-name.ts'
import { type Part, type PartsHead, PartsPanel } from './PartsPanel.tsx'

/** A ranking, largest first: a bar behind each row, relative to the largest. */
export function BarList({
  bars,
  color,
  ...head
}: PartsHead & { bars: Part[]; color: string; note?: ReactNode }) {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <PartsPanel {...head} parts={bars}>
      <ol className="stack" data-gap="1">
        {bars.map(({ name, value }) => (
          <li key={name}>
            <i style={{ inlineSize: `${(value * 100) / most}%`, backgroundColor: color }} />
            <span dir="auto">{groupName(name)}</span>
            <b>{formatExact(value)}</b>
            <small className="field-hint">{formatShare(value, head.total.value)}</small>
          </li>
        ))}
      </ol>
    </PartsPanel>
  )
}
