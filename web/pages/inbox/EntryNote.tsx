import { type Entry, noteMax } from '../../../schema/inbox.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useNote } from './useNote.ts'

/** The owner's own words on an entry, saved while they are typed. */
export function EntryNote({ entry }: { entry: Entry }) {
  const { text, change, save, state, failure } = useNote(entry)
  const { length } = [...text]
  return (
    <div className="entry-note">
      <TextField
        label="Note"
        hint="Only you see it"
        multiline={4}
        max={length > noteMax - 200 ? noteMax : undefined}
        value={text}
        onChange={change}
        onBlur={save}
        error={length > noteMax ? 'A note must be at most 2000 characters' : undefined}
      />
      {failure ? (
        <Note kind="bad" title="Note not saved">
          {failure}{' '}
          <Button size="small" onClick={save}>
            Try again
          </Button>
        </Note>
      ) : (
        <p className="entry-saved" role="status">
          {state}
        </p>
      )}
    </div>
  )
}
