import { t } from '../../messages/t.ts'
import { formatExact, formatShare } from './format-number.ts'
import { groupName } from './group-name.ts'
import { type Part, type PartsHead, PartsPanel } from './PartsPanel.tsx'
import { partColors } from './palette.ts'

/** A stacked bar of at most six labeled parts. */
export function SplitBar({ parts, ...head }: PartsHead & { parts: Part[] }) {
  const shown = withOther(parts).map((part) => ({ ...part, name: groupName(part.name) }))
  return (
    <PartsPanel {...head} parts={shown}>
      <div className="split-bar" aria-hidden="true">
        {shown.map(({ name, value }, index) => (
          <span key={name} style={{ flexGrow: value, backgroundColor: partColors[index] }} />
        ))}
      </div>
      <ul className="split-parts">
        {shown.map(({ name, value }, index) => (
          <li key={name}>
            <i style={{ backgroundColor: partColors[index] }} />
            <span>{name}</span>
            <b>{formatExact(value)}</b>
            <small>{formatShare(value, head.total.value)}</small>
          </li>
        ))}
      </ul>
    </PartsPanel>
  )
}

function withOther(parts: Part[]): Part[] {
  if (parts.length <= partColors.length) return parts
  const kept = parts.slice(0, partColors.length - 1)
  const others = parts.slice(kept.length).reduce((sum, { value }) => sum + value, 0)
  return [...kept, { name: t('Other'), value: others }]
}
