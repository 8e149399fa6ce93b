import type { ReactNode } from 'react'
import type { Bar } from './BarList.tsx'
import { exact, share } from './numbers.ts'
import { partColors } from './palette.ts'

/** How a whole divides: one bar in at most six parts, each named with its number. */
export function SplitBar({
  title,
  parts,
  total,
  empty,
}: {
  title: ReactNode
  parts: Bar[]
  total: { value: number; name: string }
  empty: string
}) {
  const shown = withOther(parts)
  return (
    <section className="bar-list">
      <header>
        <h3>{title}</h3>
        <p>
          {exact(total.value)} {total.name}
        </p>
      </header>
      {shown.length === 0 ? (
        <p className="bar-list-empty">{empty}</p>
      ) : (
        <>
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
                <b>{exact(value)}</b>
                <small>{share(value, total.value)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function withOther(parts: Bar[]): Bar[] {
  if (parts.length <= partColors.length) return parts
  const kept = parts.slice(0, partColors.length - 1)
  const others = parts.slice(kept.length).reduce((sum, { value }) => sum + value, 0)
  return [...kept, { name: 'Other', value: others }]
}
