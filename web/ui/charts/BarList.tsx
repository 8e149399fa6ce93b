import type { ReactNode } from 'react'
import { exact, share } from './numbers.ts'

export type Bar = { name: string; value: number }

/** What happened how often, the most first: a bar behind each row, drawn to the largest. */
export function BarList({
  title,
  bars,
  total,
  color,
  empty,
  note,
}: {
  title: ReactNode
  bars: Bar[]
  /** What the shares are of, printed above. */
  total: { value: number; name: string }
  color: string
  empty: string
  note?: ReactNode
}) {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <section className="bar-list">
      <header>
        <h3>{title}</h3>
        <p>
          {exact(total.value)} {total.name}
        </p>
      </header>
      {bars.length === 0 ? (
        <p className="bar-list-empty">{empty}</p>
      ) : (
        <ol>
          {bars.map(({ name, value }) => (
            <li key={name}>
              <i style={{ inlineSize: `${(value * 100) / most}%`, backgroundColor: color }} />
              <span dir="auto">{name}</span>
              <b>{exact(value)}</b>
              <small>{share(value, total.value)}</small>
            </li>
          ))}
        </ol>
      )}
      {note && <p className="chart-note">{note}</p>}
    </section>
  )
}
