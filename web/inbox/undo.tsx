import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { UndoRow } from '../ui/UndoRow.tsx'
import { changeEntries, deleteEntry, restoreEntries, splitEntry, useDuplicates } from './data.ts'
import { entryTitle } from './entry-text.tsx'
import { editsSent } from './unsaved-edits.ts'

/**
 * Deletes entries at once, then offers Undo, which restores them. Its state lives outside the list, which disappears with
 * its last entry.
 */
export function useUndoableDeletion() {
  const [leaving, setLeaving] = useState<Submission[]>([])
  const [deleted, setDeleted] = useState<Submission[]>([])
  const [restored, setRestored] = useState<number>()
  const deletion = useSubmit(t('Deletion failed'))
  const restoring = useSubmit(t('Undo failed'))
  const start = (entries: Submission[]) => {
    setRestored(undefined)
    setDeleted([])
    // Closes the open entry, which then saves what was typed last.
    flushSync(() => setLeaving((others) => [...others, ...entries]))
    void deletion
      .attempt(async () => {
        await editsSent(entries)
        await deleteAll(entries)
        setDeleted(entries)
      })
      .then(() => setLeaving((all) => all.filter((entry) => !entries.includes(entry))))
  }
  const undo = () =>
    restoring.attempt(async () => {
      const count = await restoreEntries(deleted)
      setDeleted([])
      if (count < deleted.length) throw new RequestError(404, tooLateMessage)
      setRestored(deleted[0]?.id)
    })
  const undoRow = (
    <>
      <FailureNote title={t('Deletion failed')} message={deletion.failure} />
      <FailureNote title={t('Undo failed')} message={restoring.failure} />
      {deleted[0] && (
        <ul className="stack inbox-undo">
          <UndoRow
            key={deleted[0].id}
            text={textOf(deleted[0], deleted.length)}
            onUndo={() => void undo()}
            onGone={() => setDeleted([])}
          />
        </ul>
      )}
    </>
  )
  return { leaving, restored, start, undoRow }
}

const tooLateMessage = t('Deleted submissions can be restored for 15 minutes.')

async function deleteAll(entries: Submission[]): Promise<void> {
  const [only, ...others] = entries
  if (only && others.length === 0) await deleteEntry(only)
  else await changeEntries(entries, { delete: true })
}

function textOf(first: Submission, count: number): string {
  return count === 1
    ? t('{submitterName} deleted', { submitterName: entryTitle(first) })
    : t('{count, plural, one {# submission deleted} other {# submissions deleted}}', { count })
}

const MergeDialog = lazyWithTimedPreload(() => import('./MergeDialog.tsx'), 'MergeDialog')

/** Opens the dialog that merges entries, then offers Undo. */
export function useMerging(onMerged: (merged: Submission) => void) {
  const [entries, start] = useState<Submission[]>()
  const [merged, setMerged] = useState<Submission>()
  const { attempt, failure } = useSubmit(t('Failed to undo merge'))
  const undo = () => {
    setMerged(undefined)
    if (merged) void attempt(() => splitEntry(merged))
  }
  const dialog = entries && (
    <MergeDialog
      entries={entries}
      onClose={() => start(undefined)}
      onMerged={(result) => {
        start(undefined)
        setMerged(result)
        onMerged(result)
      }}
    />
  )
  const undoRow = (
    <>
      <FailureNote title={t('Failed to undo merge')} message={failure} />
      {merged && (
        <ul className="stack">
          <UndoRow
            text={t('Submissions merged')}
            onUndo={undo}
            onGone={() => setMerged(undefined)}
          />
        </ul>
      )}
    </>
  )
  return { start, dialog, undoRow }
}

type DuplicatesProps = {
  entry: Submission
  /** Opens the dialog that merges these entries. */
  onMerge: (entries: Submission[]) => void
}

/** Offers to merge other submissions of the same person, and to undo the last merge. */
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
      {entry.mergeId !== null && <MergedNote entry={entry} />}
    </>
  )
}

/** Says how many entries were merged into this one, and undoes the last merge. */
function MergedNote({ entry }: { entry: Submission }) {
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
