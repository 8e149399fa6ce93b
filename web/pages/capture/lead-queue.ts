import { type LeadResults, LeadResults as Results } from '../../../schema/lead.ts'
import { errorMessage, RequestError, request } from '../../api.ts'
import { deleteRecord, type LeadStore, listRecords, putRecord } from '../../data/lead-store.ts'
import { t } from '../../messages/t.ts'
import { type LeadDraft, leadOf, type Place, WaitingLead } from './lead-draft.ts'

// One request stays far below the limit of a body, also with long notes.
const batchSize = 20
const firstRetryMs = 5000
const lastRetryMs = 120_000
// A connection that hangs must not keep the next attempt waiting. Repeats are stored once.
const callMs = 30_000

export type QueueState = {
  leads: WaitingLead[]
  /** `unreachable`: without a connection, or the server does not respond. */
  status: 'idle' | 'sending' | 'unreachable' | 'signed-out'
  /** Leads that reached the inbox since the page was opened. */
  sent: number
}

/** The leads that wait on this device, and their way to the server. */
export class LeadQueue {
  readonly #store: LeadStore
  readonly #listeners = new Set<() => void>()
  /** Leads that are being taken out, which are no longer sent. */
  readonly #leaving = new Set<string>()
  #state: QueueState = { leads: [], status: 'idle', sent: 0 }
  #timer: ReturnType<typeof setTimeout> | undefined
  #wait = firstRetryMs

  constructor(store: LeadStore) {
    this.#store = store
  }

  readonly state = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Stores a lead, also in place of an earlier one that was refused or never sent. */
  async add(draft: LeadDraft, place: Place): Promise<void> {
    const capturedAt = draft.capturedAt ?? new Date().toISOString()
    await this.#put({
      ...{ draft: { ...draft, capturedAt }, place },
      ...{ attempted: false, refused: null },
    })
    await this.reload()
    void this.send()
  }

  /** Takes a lead out of the queue after `keep` has stored it elsewhere; false if it may be at the server already. */
  async remove({ draft }: WaitingLead, keep = async () => {}): Promise<boolean> {
    const lead = this.#state.leads.find((one) => one.draft.clientId === draft.clientId)
    if (!lead || !isOpen(lead)) return false
    this.#leaving.add(draft.clientId)
    try {
      await keep()
      await deleteRecord(this.#store, ['lead', draft.clientId])
    } finally {
      this.#leaving.delete(draft.clientId)
    }
    await this.reload()
    return true
  }

  /** Reads the leads again, which another tab may have changed. */
  async reload(): Promise<void> {
    const records = await listRecords(this.#store, 'lead')
    const read = [...records.values()].flatMap((value) => WaitingLead.safeParse(value).data ?? [])
    const leads = read.filter(({ draft }) => !this.#leaving.has(draft.clientId))
    this.#set({ leads: leads.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other))) })
  }

  /** Sends what waits, and tries again later if the server cannot be reached. One tab sends at a time. */
  async send(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#state.status === 'sending' || !this.#state.leads.some(isWaiting)) return
    // Without an attempt, leads can still be changed.
    if (!navigator.onLine) return this.#set({ status: 'unreachable' })
    this.#set({ status: 'sending' })
    const status = await this.#exclusively(() => this.#sendAll())
    this.#set({ status })
    this.#wait = status === 'unreachable' ? Math.min(this.#wait * 2, lastRetryMs) : firstRetryMs
    if (status === 'unreachable' || this.#state.leads.some(isWaiting))
      this.#timer = setTimeout(() => void this.send(), this.#wait)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #exclusively(work: () => Promise<QueueState['status']>): Promise<QueueState['status']> {
    const locked = async (lock: Lock | null) => (lock ? work() : 'idle')
    return navigator.locks
      .request('capture-send', { ifAvailable: true }, locked)
      .catch(() => 'idle')
  }

  async #sendAll(): Promise<QueueState['status']> {
    await this.reload()
    for (const batch of batchesOf(this.#state.leads.filter(isWaiting))) {
      const marked = batch.map((lead) => ({ ...lead, attempted: true }))
      // In memory first, so that nobody changes a lead that is on its way.
      this.#replace(marked)
      await Promise.all(marked.map((lead) => this.#put(lead)))
      const failed = await this.#sendBatch(marked)
      await this.reload()
      if (failed) return failed
    }
    return 'idle'
  }

  async #sendBatch(batch: WaitingLead[]): Promise<QueueState['status'] | undefined> {
    const cardId = batch[0]?.place.cardId
    try {
      const body = { cardId, leads: batch.map(leadOf) }
      const call = request('POST /api/leads/batch', Results, { body })
      const { results } = await Promise.race([call, timeout(callMs)])
      await this.#apply(batch, results)
    } catch (error) {
      if (!(error instanceof RequestError)) return 'unreachable'
      if (error.status === 401) return 'signed-out'
      if (![400, 403, 404].includes(error.status)) return 'unreachable'
      const refused = errorMessage(error, t('Something went wrong. Please try again.'))
      await Promise.all(batch.map((lead) => this.#put({ ...lead, refused })))
    }
    return undefined
  }

  async #apply(batch: WaitingLead[], results: LeadResults['results']): Promise<void> {
    for (const [at, lead] of batch.entries()) {
      const result = results[at]
      if (result?.status === 'refused')
        await this.#put({ ...lead, refused: result.message ?? t('The server refused this lead.') })
      if (result?.status !== 'stored') continue
      await deleteRecord(this.#store, ['lead', lead.draft.clientId])
      this.#set({ sent: this.#state.sent + 1 })
    }
  }

  #put(lead: WaitingLead): Promise<void> {
    return putRecord(this.#store, ['lead', lead.draft.clientId], lead)
  }

  #replace(changed: WaitingLead[]): void {
    const byId = new Map(changed.map((lead) => [lead.draft.clientId, lead]))
    this.#set({ leads: this.#state.leads.map((lead) => byId.get(lead.draft.clientId) ?? lead) })
  }

  #set(change: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function timeout(ms: number): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  setTimeout(() => reject(new RequestError(0, '')), ms)
  return promise
}

export function isWaiting({ refused }: WaitingLead): boolean {
  return refused === null
}

/** Whether the lead can still be changed: the server has refused it, or never had it. */
export function isOpen({ attempted, refused }: WaitingLead): boolean {
  return !attempted || refused !== null
}

function timeOf({ draft }: WaitingLead): string {
  return draft.capturedAt ?? ''
}

/** A request is for one card. */
function batchesOf(leads: WaitingLead[]): WaitingLead[][] {
  const byCard = Map.groupBy(leads, ({ place }) => place.cardId)
  return [...byCard.values()].flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / batchSize) }, (_, at) =>
      list.slice(at * batchSize, (at + 1) * batchSize),
    ),
  )
}
