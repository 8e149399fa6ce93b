import { useCallback, useRef, useState } from 'react'
import { deleteRecord, type LeadStore, putRecord } from './data.ts'
import type { DraftSlot } from './draft-slot.ts'
import { emptyDraft, isEmpty, type LeadDraft, typedSince } from './lead-draft.ts'

/** The lead that is being typed, stored in the tab's slot with every change. */
export function useDraft(store: LeadStore, { slot, draft: stored }: DraftSlot) {
  const [draft, setDraft] = useState(() => stored ?? emptyDraft())
  const [keeper] = useState(() => latestOnly((typed: LeadDraft) => keepDraft(store, slot, typed)))
  const latest = useRef(draft)
  const change = useCallback(
    (next: LeadDraft) => {
      latest.current = next
      setDraft(next)
      keeper.run(next)
    },
    [keeper],
  )
  return {
    draft,
    change,
    /** What was typed up to now, also since the last render. */
    latest: () => latest.current,
    /** Changes what was typed up to now; nothing if another lead is being typed by now. */
    update: (clientId: string, edit: (draft: LeadDraft) => LeadDraft) =>
      latest.current.clientId === clientId && change(edit(latest.current)),
    clear: () => change(emptyDraft()),
    /** Begins the next lead, with what was typed while `saved` was being stored. */
    next: (saved: LeadDraft) => change(typedSince(saved, latest.current)),
    /** Resolves when what was typed is stored. */
    stored: keeper.settled,
  }
}

function keepDraft(store: LeadStore, slot: string, draft: LeadDraft): Promise<void> {
  // A lead that was opened again to be changed exists nowhere else.
  if (isEmpty(draft) && draft.capturedAt === null) return deleteRecord(store, ['draft', slot])
  return putRecord(store, ['draft', slot], draft)
}

/** Runs one call at a time; of those that wait, only the latest. `settled` resolves when none is left. */
function latestOnly<Value>(work: (value: Value) => Promise<void>) {
  let running: Promise<void> | undefined
  let waiting: Value[] = []
  const runAll = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await work(next).catch(() => {})
    running = undefined
  }
  return {
    run: (value: Value) => {
      waiting = [value]
      running ??= runAll()
    },
    settled: async () => running,
  }
}
