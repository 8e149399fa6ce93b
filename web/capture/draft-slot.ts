/**
 * The lead that is being typed, stored in a slot of its tab. Open tabs never share a slot, and a new tab takes over the
 * slot of a closed one.
 */

import { useCallback, useRef, useState } from 'react'
import { deleteRecord, type LeadStore, listRecords, putRecord } from './data.ts'
import { emptyDraft, isEmpty, LeadDraft, typedSince } from './lead-draft.ts'

export type DraftSlot = { slot: string; draft: LeadDraft | undefined }

/** The id of the record that keeps the last place among the drafts. All tabs share it, so it is not a slot. */
export const placeId = 'place'

// A tab that was just closed or reloaded frees its slot a moment later.
const maxWaitMs = 500

/** Claims a slot for this tab until it closes, with the draft that a closed tab left in it. */
export async function claimDraftSlot(store: LeadStore): Promise<DraftSlot> {
  const name = (slot: string) => `capture-draft ${store.userId} ${slot}`
  for (const slot of (await listDrafts(store)).keys()) {
    if (!(await claim(name(slot), { signal: AbortSignal.timeout(maxWaitMs) }))) continue
    // The tab that had it may have saved the lead in the meantime.
    return { slot, draft: (await listDrafts(store)).get(slot) }
  }
  const slot = crypto.randomUUID()
  if (!(await claim(name(slot)))) throw new Error('No slot')
  return { slot, draft: undefined }
}

async function listDrafts(store: LeadStore): Promise<Map<string, LeadDraft>> {
  const records = [...(await listRecords(store, 'draft'))].filter(([id]) => id !== placeId)
  return new Map(
    records.flatMap(([id, value]) => {
      const { data } = LeadDraft.safeParse(value)
      return data ? [[id, data] as const] : []
    }),
  )
}

/** Resolves to true if this tab got the lock, which it keeps until it closes. */
function claim(name: string, options: LockOptions = {}): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  navigator.locks
    .request(name, options, () => {
      resolve(true)
      // The lock is released when this settles: never.
      return new Promise<never>(() => {})
    })
    .catch(() => resolve(false))
  return promise
}

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
    /** Returns the draft, including changes since the last render. */
    latest: () => latest.current,
    /** Changes the draft, unless it is already another lead. */
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
  // A lead that was reopened for a change exists only here.
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
