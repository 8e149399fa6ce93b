import { type BreakdownHeader, BreakdownPanel, type Share } from './BreakdownPanel.tsx'
import { formatExact, formatShare } from './format-number.ts'
import { shareColors } from './palette.ts'

/** A stacked bar of at most six labeled parts. */
export function StackedBar({ parts, ...head }: BreakdownHeader & { parts: Share[] }) {
  const shown = withOther(parts)
  return (
    <BreakdownPanel {...head} parts={shown}>
      <div className="split-bar" aria-hidden="true">
        {shown.map(({ name, value }, index) => (
          <span key={name} style={{ flexGrow: value, backgroundColor: shareColors[index] }} />
        ))}
      </div>
      <ul className="split-parts">
        {shown.map(({ name, value }, index) => (
          <li key={name}>
            <i style={{ backgroundColor: shareColors[index] }} />
            <span>{name}</span>
            <b>{formatExact(value)}</b>
            <small>{formatShare(value, head.total.value)}</small>
          </li>
        ))}
      </ul>
    </BreakdownPanel>
  )
}

function withOther(parts: Share[]): Share[] {
  if (parts.length <= shareColors.length) return parts
  const kept = parts.slice(0, shareColors.length - 1)
  const others = parts.slice(kept.length).reduce((sum, { value }) => sum + value, 0)
  return [...kept, { name: 'Other', value: others }]
}
