/** Where a tab keeps what is being typed: no two open tabs share a slot, and a new tab takes over what a closed one left. */
import { type LeadStore, listRecords } from './data.ts'
import { LeadDraft } from './lead-draft.ts'

export type DraftSlot = { slot: string; draft: LeadDraft | undefined }

/** The id of the record with the last place, which all tabs share. */
export const placeId = 'place'

// The slot of a tab that was just closed or reloaded may be free a moment later.
const maxWaitMs = 500

/** A slot for this tab, until it is closed. */
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

/** Resolves to whether this tab has the lock now, which it keeps. */
function claim(name: string, options: LockOptions = {}): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  navigator.locks
    .request(name, options, () => {
      resolve(true)
      return new Promise<never>(() => {})
    })
    .catch(() => resolve(false))
  return promise
}
