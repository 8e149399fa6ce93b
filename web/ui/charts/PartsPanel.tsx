import type { ReactNode } from 'react'
import { DefinitionLink } from './DefinitionLink.tsx'
import type { DefinitionName } from './definitions.ts'
import { formatExact } from './format-number.ts'

export type Part = { name: string; value: number }
export type PartsHead = {
  title: string
  definition?: DefinitionName
  /** The total of the shares, shown above them. */
  total: { value: number; name: string }
  /** Shown when there is no data. */
  empty: string
}

/** A panel with title and total; `children` show the shares. */
export function PartsPanel({
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
