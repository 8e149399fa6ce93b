import { maxNoteLength, type Submission } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Fields.tsx'
import { Note } from '../ui/Notes.tsx'
import { updateEntry } from './data.ts'
import { editedField } from './unsaved-edits.ts'
import { useLateSave } from './useLateSave.ts'

/** The owner's note on an entry, saved while typing. */
export function EntryNote({ entry }: { entry: Submission }) {
  const { attempt, busy, failure } = useSubmit(t('Note not saved'))
  const late = useLateSave({
    edited: editedField(entry, 'note'),
    stored: entry.note ?? '',
    isValid: isShort,
    isComplete: isShort,
    attempt,
    save: (note) => updateEntry(entry, { note }),
  })
  const { length } = late.text
  const isSaving = busy || (late.isChanged && isShort(late.text))
  return (
    <div className="stack">
      <TextField
        label={t('Note')}
        hint={
          entry.assigneeId === null
            ? t('Visible only to the card owner and administrators')
            : t(
                'Visible only to the card owner, the colleague it is assigned to, and administrators',
              )
        }
        multiline={4}
        max={length > maxNoteLength - 200 ? maxNoteLength : undefined}
        value={late.text}
        onChange={late.type}
        onBlur={late.saveNow}
        error={length > maxNoteLength ? t('A note must be at most 2,000 characters') : undefined}
      />
      {failure ? (
        <Note kind="bad" title={t('Note not saved')}>
          {failure}{' '}
          <Button size="small" onClick={late.saveNow}>
            {t('Try again')}
          </Button>
        </Note>
      ) : (
        <p className="field-hint entry-saved" role="status">
          {isSaving ? t('Saving...') : late.isTyped && !late.isChanged ? t('Saved') : ''}
        </p>
      )}
    </div>
  )
}

function isShort(text: string): boolean {
  return text.length <= maxNoteLength
}
