import type { ReactNode } from 'react'

/** `id` is for rows whose names repeat, `link` replaces the name. */
export type TableRow = { name: string; id?: number; link?: ReactNode; cells: ReactNode[] }
export type TableOf = {
  caption: string
  /** The first is the heading of the row names. */
  head: string[]
  rows: TableRow[]
  /** The totals, where they are meaningful. */
  total?: TableRow
}

/** A chart's data as a table: numbers right-aligned, totals in the last row. */
export function ChartTable({ caption, head, rows, total }: TableOf) {
  const [first, ...others] = head
  return (
    <table className="figures-table">
      <caption className="hidden-text">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id ?? row.name} row={row} head={others} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <Row row={total} head={others} />
        </tfoot>
      )}
    </table>
  )
}

function Row({ row, head }: { row: TableRow; head: string[] }) {
  return (
    <tr>
      <th scope="row">{row.link || <bdi>{row.name}</bdi>}</th>
      {row.cells.map((cell, index) => (
        <td key={head[index]}>{cell}</td>
      ))}
    </tr>
  )
}
