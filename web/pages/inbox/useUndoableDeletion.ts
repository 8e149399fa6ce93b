import { useEffect, useEffectEvent, useState } from 'react'
import type { Submission } from '../../../schema/inbox.ts'
import { changeEntries, deleteEntry } from '../../data/inbox.ts'
import { t } from '../../messages/t.ts'
import { useSubmit } from '../../shell/useSubmit.ts'

export type Deletion = ReturnType<typeof useUndoableDeletion>

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
  return { leaving, restored, start, finish, undo, failure }
}
