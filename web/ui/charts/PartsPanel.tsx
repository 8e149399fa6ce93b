import type { ReactNode } from 'react'
import { formatExact } from './format-number.ts'

export type Part = { name: string; value: number }
export type PartsHead = {
  title: ReactNode
  /** What the shares are of, printed above. */
  total: { value: number; name: string }
  /** Said when there is no part. */
  empty: string
}

/** The parts of a whole beneath its name and total; `children` show them. */
export function PartsPanel({
  title,
  total,
  empty,
  parts,
  note,
  children,
}: PartsHead & { parts: Part[]; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="bar-list">
      <header>
        <h3>{title}</h3>
        <p>
          {formatExact(total.value)} {total.name}
        </p>
      </header>
      {parts.length === 0 ? <p className="bar-list-empty">{empty}</p> : children}
      {note && <p className="chart-note">{note}</p>}
    </section>
  )
}
