import { useCallback, useState } from 'react'
import { deleteRecord, type LeadStore, putRecord } from '../../data/lead-store.ts'
import { emptyDraft, isEmpty, type LeadDraft } from './lead-draft.ts'

/** The lead that is being typed, stored with every change. */
export function useDraft(store: LeadStore, stored: LeadDraft | undefined) {
  const [draft, setDraft] = useState(() => stored ?? emptyDraft())
  const [keep] = useState(() => latestOnly((typed: LeadDraft) => keepDraft(store, typed)))
  const change = useCallback(
    (next: LeadDraft) => {
      setDraft(next)
      keep(next)
    },
    [keep],
  )
  return { draft, change, clear: () => change(emptyDraft()) }
}

export function keepDraft(store: LeadStore, draft: LeadDraft): Promise<void> {
  // A lead that was opened again to be changed exists nowhere else.
  if (isEmpty(draft) && draft.capturedAt === null) return deleteRecord(store, ['draft', 'lead'])
  return putRecord(store, ['draft', 'lead'], draft)
}

/** Runs one call at a time; of those that wait, only the latest. */
function latestOnly<Value>(work: (value: Value) => Promise<void>): (value: Value) => void {
  let running = false
  let waiting: Value[] = []
  return async (value) => {
    waiting = [value]
    if (running) return
    running = true
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await work(next).catch(() => {})
    running = false
  }
}
