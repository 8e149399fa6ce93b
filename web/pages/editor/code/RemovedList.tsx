import { useState } from 'react'
import type { Removed } from '../../../../card/custom-css.ts'
import { Button } from '../../../ui/Button.tsx'

const first = 10

/** What of the CSS is left out, line by line; a press leads there. */
export function RemovedList({
  removed,
  onLine,
}: {
  removed: Removed[]
  onLine: (line: number) => void
}) {
  const [all, setAll] = useState(false)
  const shown = all ? removed : removed.slice(0, first)
  return (
    <div className="removed">
      <p role="status">
        {removed.length > 0 &&
          `${removed.length === 1 ? '1 part is' : `${removed.length} parts are`} left out; the rest is used.`}
      </p>
      {shown.length > 0 && (
        <ul>
          {keyed(shown).map(({ key, ...one }) => (
            <li key={key}>
              <Button size="small" kind="ghost" onClick={() => onLine(one.line)}>
                Line {one.line}
              </Button>
              <div>
                <code>{one.what}</code>
                <p>{one.why}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {removed.length > shown.length && (
        <Button size="small" onClick={() => setAll(true)}>
          Show {removed.length - shown.length} more
        </Button>
      )}
    </div>
  )
}

function keyed(removed: Removed[]) {
  return removed.map((one, at) => ({ ...one, key: `${at} ${one.what}` }))
}
