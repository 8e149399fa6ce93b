import { type LeadResults, LeadResults as Results } from '../../schema/inbox/lead.ts'
import { errorMessage, RequestError, request } from '../api.ts'
import { loadMessages } from '../messages/load.ts'
import { t, translated } from '../messages/t.ts'
import { changeRecords, type LeadStore, listRecords } from './data.ts'
import { type LeadDraft, leadOf, type Place, WaitingLead } from './lead-draft.ts'

// Keeps a request far below the size limit, even with long notes.
const batchSize = 20
const firstRetryMs = 5000
const lastRetryMs = 120_000
// A hanging connection must not delay the next attempt. The server stores a repeated lead once.
const callMs = 30_000

// Held briefly by the tab that changes a lead or marks it as being sent.
const changeLock = 'capture-change'

type Records = Parameters<typeof changeRecords>[1]

export type QueueState = {
  leads: WaitingLead[]
  /** `unreachable`: without a connection, or the server does not respond. */
  status: 'idle' | 'sending' | 'unreachable' | 'signed-out'
  /** Leads that reached the inbox since the page was opened. */
  sent: number
}

/** Keeps unsent leads on this device and sends them. */
export class LeadQueue {
  readonly #store: LeadStore
  readonly #listeners = new Set<() => void>()
  /** Tells the other tabs that leads have changed. */
  readonly #channel = new BroadcastChannel('capture-leads')
  #state: QueueState = { leads: [], status: 'idle', sent: 0 }
  #timer: ReturnType<typeof setTimeout> | undefined
  #wait = firstRetryMs
  #reads = 0
  #shown = 0

  constructor(store: LeadStore) {
    this.#store = store
    this.#channel.onmessage = () => void this.reload()
  }

  readonly state = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Moves a lead from the draft's slot into the queue in one transaction, so that a crash leaves it in exactly one place. */
  async add(draft: LeadDraft, place: Place, slot: string): Promise<void> {
    const capturedAt = draft.capturedAt ?? new Date().toISOString()
    const lead = { draft: { ...draft, capturedAt }, place, attempted: false, refused: null }
    await this.#change({ put: [lead], remove: [['draft', slot]] })
    void this.send()
  }

  /** Removes a lead from the queue, moving it into the slot if one is given; false if the server may already have it. */
  async remove({ draft: { clientId } }: WaitingLead, slot?: string): Promise<boolean> {
    const removed = await navigator.locks.request(changeLock, async () => {
      await this.reload()
      const lead = this.#state.leads.find(({ draft }) => draft.clientId === clientId)
      if (!lead || !isOpen(lead)) return false
      const put = slot === undefined ? [] : [[['draft', slot], lead.draft] as const]
      await changeRecords(this.#store, { put, remove: [['lead', clientId]] })
      return true
    })
    await this.#changed()
    return removed
  }

  /** Rereads the leads: another tab may have changed them. */
  async reload(): Promise<void> {
    this.#reads += 1
    const turn = this.#reads
    const records = await listRecords(this.#store, 'lead')
    // Reads may finish out of order.
    if (turn < this.#shown) return
    this.#shown = turn
    const leads = [...records.values()].flatMap((value) => WaitingLead.safeParse(value).data ?? [])
    this.#set({ leads: leads.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other))) })
  }

  /** Sends waiting leads, and retries later if the server cannot be reached. One tab sends at a time. */
  async send(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#state.status === 'sending' || !this.#state.leads.some(isWaiting)) return
    // Leads that were never attempted can still be changed.
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
      const marked = await this.#mark(batch)
      const failed = marked.length > 0 ? await this.#sendBatch(marked) : undefined
      if (failed) return failed
    }
    return 'idle'
  }

  /** Returns the leads of the batch that still wait, marked as attempted, so that no tab changes them any more. */
  #mark(batch: WaitingLead[]): Promise<WaitingLead[]> {
    const ids = new Set(batch.map(({ draft }) => draft.clientId))
    return navigator.locks.request(changeLock, async () => {
      await this.reload()
      const left = this.#state.leads.filter((lead) => isWaiting(lead) && ids.has(idOf(lead)))
      const marked = left.map((lead) => ({ ...lead, attempted: true }))
      await this.#change({ put: marked })
      return marked
    })
  }

  async #sendBatch(batch: WaitingLead[]): Promise<QueueState['status'] | undefined> {
    const cardId = batch[0]?.place.cardId
    try {
      const body = { cardId, userId: this.#store.userId, leads: batch.map(leadOf) }
      const call = request('/api/leads/batch', Results, { method: 'POST', body })
      const { results } = await Promise.race([call, timeout(callMs)])
      await this.#apply(batch, results)
    } catch (error) {
      if (!(error instanceof RequestError)) return 'unreachable'
      if (error.status === 401) return 'signed-out'
      if (![400, 403, 404].includes(error.status)) return 'unreachable'
      const refused = errorMessage(error, t('Something went wrong. Please try again.'))
      await this.#change({ put: batch.map((lead) => ({ ...lead, refused })) })
    }
    return undefined
  }

  async #apply(batch: WaitingLead[], results: LeadResults['results']): Promise<void> {
    const stored = batch.filter((_, at) => results[at]?.status === 'stored')
    if (stored.length < batch.length) await loadMessages('server')
    const put = batch.flatMap((lead, at) => {
      const { status, message = null } = results[at] ?? {}
      return status === 'refused'
        ? [{ ...lead, refused: message ? translated(message) : t('The server refused this lead.') }]
        : []
    })
    await this.#change({ put, remove: stored.map((lead) => ['lead', idOf(lead)]) })
    this.#set({ sent: this.#state.sent + stored.length })
  }

  async #change({ put = [], remove }: { put?: WaitingLead[]; remove?: Records['remove'] }) {
    const leads = put.map((lead) => [['lead', idOf(lead)], lead] as const)
    await changeRecords(this.#store, { put: leads, remove })
    await this.#changed()
  }

  #changed(): Promise<void> {
    this.#channel.postMessage('changed')
    return this.reload()
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

/** True if the lead can still be changed: it was refused, or never attempted. */
export function isOpen({ attempted, refused }: WaitingLead): boolean {
  return !attempted || refused !== null
}

function idOf({ draft }: WaitingLead): string {
  return draft.clientId
}

function timeOf({ draft }: WaitingLead): string {
  return draft.capturedAt ?? ''
}

/** Splits leads into batches, each for one card. */
function batchesOf(leads: WaitingLead[]): WaitingLead[][] {
  const byCard = Map.groupBy(leads, ({ place }) => place.cardId)
  return [...byCard.values()].flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / batchSize) }, (_, at) =>
      list.slice(at * batchSize, (at + 1) * batchSize),
    ),
  )
}
