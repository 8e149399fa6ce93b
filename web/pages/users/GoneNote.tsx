import type { User, UserRow } from '../../../schema/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'

/** After a deletion: what became of the cards, and the ways to keep them. */
export function GoneNote({
  actor,
  row,
  busy,
  onRestore,
  onHandOver,
}: {
  actor: User
  row: UserRow
  busy: boolean
  onRestore: (row: UserRow) => void
  onHandOver: (row: UserRow) => void
}) {
  const atOnce = actor.accessLevel >= 5
  return (
    <Note kind="warn" title={`${row.username} was deleted`}>
      Their cards are no longer public. Everything can be restored for 30 days.{' '}
      {atOnce
        ? 'You can also hand the cards over to a colleague.'
        : 'You can hand the cards over to a colleague in three days; a System Admin can do it now.'}
      <span className="note-buttons">
        {atOnce && (
          <Button size="small" onClick={() => onHandOver(row)}>
            Hand over cards
          </Button>
        )}
        <Button size="small" busy={busy && 'Restoring...'} onClick={() => onRestore(row)}>
          Restore
        </Button>
      </span>
    </Note>
  )
}
