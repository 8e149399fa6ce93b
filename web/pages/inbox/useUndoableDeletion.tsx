import { useEffect, useEffectEvent, useState } from 'react'
import type { Submission } from '../../../schema/inbox.ts'
import { changeEntries, deleteEntry } from '../../data/inbox.ts'
import { t } from '../../messages/t.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { FailureNote } from '../../ui/Notes.tsx'
import { UndoRow } from '../../ui/UndoRow.tsx'
import { entryTitle } from './entry-title.ts'

/** Deletes entries only once Undo has expired, others are deleted, or the page is left. */
export function useUndoableDeletion() {
  const [leaving, setLeaving] = useState<Submission[]>([])
  const [restored, setRestored] = useState<number>()
  const { attempt, failure } = useSubmit(t('Deletion failed'))
  const finish = () => {
    const [only, ...others] = leaving
    if (!only) return
    setLeaving([])
    void attempt(async () => {
      if (others.length === 0) await deleteEntry(only)
      else await changeEntries(leaving, { delete: true })
    })
  }
  const finishOnLeaving = useEffectEvent(finish)
  useEffect(() => () => finishOnLeaving(), [])
  const start = (entries: Submission[]) => {
    finish()
    setLeaving(entries)
    setRestored(undefined)
  }
  const undo = () => {
    setRestored(leaving[0]?.id)
    setLeaving([])
  }
  const [first] = leaving
  const undoRow = (
    <>
      <FailureNote title={t('Deletion failed')} message={failure} />
      {first && (
        <ul className="stack inbox-undo">
          <UndoRow
            key={first.id}
            text={
              leaving.length === 1
                ? t('{submitterName} deleted', { submitterName: entryTitle(first) })
                : t('{count, plural, one {# submission deleted} other {# submissions deleted}}', {
                    count: leaving.length,
                  })
            }
            onUndo={undo}
            onGone={finish}
          />
        </ul>
      )}
    </>
  )
  return { leaving, restored, start, undoRow }
}
