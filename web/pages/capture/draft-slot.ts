/** Where a tab keeps what is being typed: no two open tabs share a slot, and a new tab takes over what a closed one left. */
import { type LeadStore, listRecords } from '../../data/lead-store.ts'
import { LeadDraft } from './lead-draft.ts'

export type DraftSlot = { slot: string; draft: LeadDraft | undefined }

/** The id of the record with the last place, which all tabs share. */
export const placeId = 'place'

// The slot of a tab that was just closed or reloaded may be free a moment later.
const maxWaitMs = 500

/** A slot for this tab, until it is closed. */
export async function claimDraftSlot(store: LeadStore): Promise<DraftSlot> {
  const left = (await listDrafts(store)).keys()
  for (const slot of [...left, crypto.randomUUID()]) {
    if (!(await claim(`capture-draft ${store.userId} ${slot}`))) continue
    // The tab that had it may have saved the lead in the meantime.
    return { slot, draft: (await listDrafts(store)).get(slot) }
  }
  throw new Error('No slot')
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
function claim(name: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  navigator.locks
    .request(name, { signal: AbortSignal.timeout(maxWaitMs) }, () => {
      resolve(true)
      return new Promise<never>(() => {})
    })
    .catch(() => resolve(false))
  return promise
}
