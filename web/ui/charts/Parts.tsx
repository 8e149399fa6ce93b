import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { formatExact, formatShare } from '../format.ts'
import { groupName } from './breakdown.ts'
import { DefinitionLink, type DefinitionName } from './DefinitionLink.tsx'
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

export type Part = { name: string; value: number }
type PartsHead = {
  title: string
  definition?: DefinitionName
  /** The total of the shares, shown above them. */
  total: { value: number; name: string }
  /** Shown when there is no data. */
  empty: string
}

/** A panel with title and total; `children` show the shares. */
function PartsPanel({
  title,
  definition,
  total,
  empty,
  parts,
  note,
  children,
}: PartsHead & { parts: Part[]; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="bar-list">
      <header>
        <h3>
          {title} {definition && <DefinitionLink of={definition} />}
        </h3>
        <p>
          {formatExact(total.value)} {total.name}
        </p>
      </header>
      {parts.length === 0 ? <p className="bar-list-empty">{empty}</p> : children}
      {note && <p className="chart-note">{note}</p>}
    </section>
  )
}
