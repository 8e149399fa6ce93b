import type { UserRow } from '../../../schema/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'

/** After a deletion: what became of the cards, and the two ways to keep them. */
export function GoneNote({
  row,
  busy,
  onRestore,
  onHandOver,
}: {
  row: UserRow
  busy: boolean
  onRestore: (row: UserRow) => void
  onHandOver: (row: UserRow) => void
}) {
  return (
    <Note kind="warn" title={`${row.username} was deleted`}>
      Their cards are no longer public. Everything can be restored for 30 days, and the cards can go
      to a colleague.
      <span className="note-buttons">
        <Button size="small" onClick={() => onHandOver(row)}>
          Hand over cards
        </Button>
        <Button size="small" busy={busy && 'Restoring...'} onClick={() => onRestore(row)}>
          Restore
        </Button>
      </span>
    </Note>
  )
}
