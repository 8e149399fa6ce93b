import { useState } from 'react'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { UndoRow } from '../ui/UndoRow.tsx'
import { splitEntry } from './merges.ts'

const MergeDialog = lazyWithTimedPreload(() => import('./MergeDialog.tsx'), 'MergeDialog')

/** The preview of a merge, and Undo after it. */
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
