import type { Submission } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { splitEntry, useDuplicates } from './merges.ts'

type DuplicatesProps = {
  entry: Submission
  /** Opens the preview of a merge. */
  onMerge: (entries: Submission[]) => void
}

/** Other submissions of the same person, and how many were merged into this one. */
export function EntryDuplicates({ entry, onMerge }: DuplicatesProps) {
  const others = useDuplicates(entry.withdrawnAt ? undefined : entry.id)
  return (
    <>
      {others.length > 0 && (
        <div className="entry-duplicates">
          <p>
            {t(
              '{count, plural, one {# other submission has the same email or phone number.} other {# other submissions have the same email or phone number.}}',
              { count: others.length },
            )}
          </p>
          <Button size="small" aria-haspopup="dialog" onClick={() => onMerge([entry, ...others])}>
            {t('Merge…')}
          </Button>
        </div>
      )}
      {entry.mergeId !== null && <Merged entry={entry} />}
    </>
  )
}

function Merged({ entry }: { entry: Submission }) {
  const { attempt, busy, failure } = useSubmit(t('Failed to undo merge'))
  return (
    <>
      <div className="entry-duplicates">
        <p>
          {t('Merged from {count, plural, one {# submission} other {# submissions}}', {
            count: entry.merged.length + 1,
          })}
        </p>
        <Button
          size="small"
          busy={busy && t('Undoing...')}
          onClick={() => void attempt(() => splitEntry(entry))}
        >
          {t('Undo merge')}
        </Button>
      </div>
      <FailureNote title={t('Failed to undo merge')} message={failure} />
    </>
  )
}
