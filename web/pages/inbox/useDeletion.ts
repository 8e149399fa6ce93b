import { useEffect, useEffectEvent, useState } from 'react'
import type { Entry } from '../../../schema/inbox.ts'
import { deleteEntry } from '../../data/inbox.ts'
import { useAttempt } from '../../shell/useAttempt.ts'

export type Deletion = ReturnType<typeof useDeletion>

/** An entry is deleted only when Undo has gone, another one is deleted, or the page is left. */
export function useDeletion() {
  const [leaving, setLeaving] = useState<Entry>()
  const [restored, setRestored] = useState<number>()
  const { attempt, failure } = useAttempt('Deletion failed')
  const finish = () => {
    if (!leaving) return
    setLeaving(undefined)
    void attempt(() => deleteEntry(leaving))
  }
  const finishOnLeaving = useEffectEvent(finish)
  useEffect(() => () => finishOnLeaving(), [])
  const start = (entry: Entry) => {
    finish()
    setLeaving(entry)
    setRestored(undefined)
  }
  const undo = () => {
    setRestored(leaving?.id)
    setLeaving(undefined)
  }
  return { leaving, restored, start, finish, undo, failure }
}
