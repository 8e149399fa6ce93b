import type { Card, SavedCard } from '../../../schema/cards/card.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { errorToast, infoToast, toast } from '../../ui/toasts.ts'
import { isUnpublished } from '../data.ts'
import { conflictMessage, type Draft, offlineMessage, type SaveMessages, toDraft } from './draft.ts'
import type { StoredDraft } from './draft-storage.ts'
import { type Choices, mergeDrafts } from './merge-drafts.ts'
import {
  type History,
  isEqualDraft,
  recordChange,
  redoChange,
  replacePresent,
  startHistory,
  undoChange,
} from './undo-history.ts'
import { errorSummary, isRetryable, serverFieldError, validateDraft } from './validation.ts'

/** How a draft reaches the server and the browser's storage. */
export type DraftTransport = {
  send: (draft: Draft, version: number) => Promise<SavedCard>
  fetch: () => Promise<Card>
  /** Stores the unsaved draft or deletes it; `at` is the time of the last edit, by default now. */
  persist: (unsaved: (Omit<StoredDraft, 'at' | 'tab'> & { at?: string }) | undefined) => void
  sessionEnded: () => void
}

type DraftState = {
  /** The card from the server on which the draft is based. */
  card: Card
  history: History
  /** Set by a rejected save: from then on, errors are shown while typing. */
  showErrors: boolean
  serverError?: { path: string; message: string; draft: Draft }
  busy: boolean
  savedAt?: number
  /** Why the last save failed, unless a field is invalid. `canRetry`: the same save may succeed later. */
  failure?: string
  canRetry?: boolean
  /** A save did not reach the server, and is retried once online. */
  retryWhenOnline: boolean
  /** The newer version that a save conflicts with, while the user decides. */
  newerCard?: Card
  /** When the restored draft was stored. */
  restoredFrom?: string
}

const mapMessages = {
  unknown: t('The address is saved, but not found on the map.'),
  unreachable: t(
    'The address is saved, but the map service did not respond. The next save tries again.',
  ),
} as const

/** The user's decision about a newer version; undefined postpones it. */
type Decision = 'mine' | 'theirs' | { choices: Choices }

/** A card being edited: its draft, the undo history and the queue of saves. */
export class CardDraft {
  #state: DraftState
  #latestCard: Card
  #saves: Promise<unknown> = Promise.resolve()
  #decide: ((decision: Decision | undefined) => void) | undefined
  readonly #transport: DraftTransport
  readonly #listeners = new Set<() => void>()

  constructor(card: Card, transport: DraftTransport, stored?: StoredDraft) {
    this.#transport = transport
    this.#latestCard = card
    this.#state = initialState(card, stored)
    const unsaved = unsavedDraft(this.#state)
    if (unsaved) transport.persist({ ...unsaved, at: this.#state.restoredFrom })
  }

  readonly state = () => this.#state
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly change = (fields: Partial<Draft>) =>
    this.#set({ history: recordChange(this.#state.history, fields) })

  /** Shows errors at their fields, as after a rejected save. */
  readonly showErrors = () => this.#set({ showErrors: true })

  readonly undo = () => this.#set({ history: undoChange(this.#state.history) })
  readonly redo = () => this.#set({ history: redoChange(this.#state.history) })

  /** Takes a card from the server, and shows it at once unless the draft has unsaved changes. */
  receive(card: Card) {
    if (card.version > this.#latestCard.version) this.#latestCard = card
    if (card.version > this.#state.card.version && !this.#state.busy && !isDirty(this.#state))
      this.#startFrom(card)
  }

  /** Reloads the card; discards unsaved changes and the undo history. */
  readonly reset = async () => this.#startFrom(await this.#transport.fetch())
  readonly discard = () => this.#startFrom(this.#latestCard)

  /** Saves the draft with these fields changed, after the saves before it. Resolves to whether it was saved. */
  readonly save = (fields?: Partial<Draft>, messages: SaveMessages = {}): Promise<boolean> => {
    const save = this.#saves.then(() => this.#save(fields, messages))
    this.#saves = save
    return save
  }

  readonly decide = (decision: Decision | undefined) => this.#decide?.(decision)

  /**
   * Call when a dialog opens, and call the returned function when the dialog is canceled: it reverts what the dialog's
   * saves could not send. What was unsaved before the dialog stays unsaved, even on a newer card.
   */
  readonly remember = () => {
    const { card, history, failure, canRetry, retryWhenOnline, showErrors, serverError } =
      this.#state
    return () => {
      this.#saves = this.#saves.then(() => {
        if (this.#state.card !== card) {
          const sides = { base: toDraft(card), mine: history.present }
          this.discard()
          this.change(mergeDrafts({ ...sides, theirs: toDraft(this.#state.card) }))
          if (isDirty(this.#state)) this.#set({ failure, canRetry, retryWhenOnline })
          return
        }
        this.#set({ history, failure, canRetry, retryWhenOnline, showErrors, serverError })
      })
    }
  }

  async #save(fields: Partial<Draft> = {}, messages: SaveMessages): Promise<boolean> {
    const before = this.#state.history.present
    const publishes = isUnpublished(this.#state.card) && before.state === 'draft'
    this.change(publishes ? { state: 'live', ...fields } : fields)
    const requested = this.#state.history.present
    const { card } = this.#state
    const error = errorSummary(validateDraft(requested, card))
    if (error) {
      this.#revert(before, requested)
      const remaining = errorSummary(validateDraft(this.#state.history.present, card))
      this.#set({ showErrors: true, failure: remaining ? undefined : error, canRetry: false })
      return false
    }
    const { retryWhenOnline: waits } = this.#state
    this.#set({ busy: true, failure: undefined, retryWhenOnline: false })
    const { done = publishes ? t('Your card is now public') : undefined } = messages
    const saved = await this.#send({ ...messages, done }).catch((error) => {
      this.#fail(error, messages, waits)
      // After a 401, the sign-in page says that the draft is kept, so nothing is reverted.
      const signedOut = error instanceof RequestError && error.status === 401
      if ((messages.revert && !signedOut) || !isRetryable(error)) this.#revert(before, requested)
      return false
    })
    this.#set({ busy: false })
    return saved
  }

  async #send(messages: SaveMessages): Promise<boolean> {
    const sent = this.#state.history.present
    const response = await this.#transport.send(sent, this.#state.card.version).catch((error) => {
      if (error instanceof RequestError && error.status === 412) return 'stale' as const
      throw error
    })
    if (response === 'stale') return this.#resolveConflict(messages)
    const isNewAddress = sent.address !== this.#state.card.address
    this.#applySaved(response, sent)
    if (messages.done !== null) toast(t('Success'), messages.done ?? t('Card updated successfully'))
    if (response.mapError && isNewAddress) infoToast(t('Map'), mapMessages[response.mapError])
    return true
  }

  async #resolveConflict(messages: SaveMessages): Promise<boolean> {
    const newerCard = await this.#transport.fetch()
    this.#latestCard = newerCard
    const decision = await new Promise<Decision | undefined>((resolve) => {
      this.#decide = resolve
      this.#set({ newerCard })
    })
    this.#set({ newerCard: undefined })
    if (!decision) throw new RequestError(412, conflictMessage)
    if (decision === 'theirs') {
      this.#startFrom(newerCard)
      return true
    }
    const mine = this.#state.history.present
    const sides = { base: toDraft(this.#state.card), mine, theirs: toDraft(newerCard) }
    const draft = decision === 'mine' ? mine : mergeDrafts(sides, decision.choices)
    this.#set({ card: newerCard, history: recordChange(this.#state.history, draft) })
    return this.#send(messages)
  }

  /** Applies the saved card and keeps edits made in the meantime. */
  #applySaved(card: Card, sent: Draft) {
    const { history } = this.#state
    const present = mergeDrafts({ base: sent, mine: history.present, theirs: toDraft(card) })
    this.#latestCard = card
    this.#set({
      card,
      history: replacePresent(history, present),
      showErrors: false,
      serverError: undefined,
      restoredFrom: undefined,
      savedAt: Date.now(),
    })
  }

  /** `waits`: an earlier save is still waiting to be retried. A reverted save is never retried. */
  #fail(
    error: unknown,
    { failed = t('Failed to save card'), revert }: SaveMessages,
    waits: boolean,
  ) {
    const status = error instanceof RequestError ? error.status : undefined
    // The sign-in page comes next and says what happened.
    if (status === 401) return this.#transport.sessionEnded()
    const serverError = serverFieldError(error)
    this.#set({
      failure: status === 0 && !revert ? offlineMessage : errorMessage(error, failed),
      canRetry: isRetryable(error),
      retryWhenOnline: revert ? waits : status === 0,
      serverError: serverError && { ...serverError, draft: this.#state.history.present },
    })
    errorToast(t('Error'), failed)
  }

  #revert(before: Draft, requested: Draft) {
    if (isEqualDraft(before, requested)) return
    const { history } = this.#state
    const present = mergeDrafts({ base: requested, mine: before, theirs: history.present })
    this.#set({ history: { ...undoChange(history), present } })
  }

  #startFrom(card: Card) {
    this.#latestCard = card
    this.#set({ ...initialState(card), busy: this.#state.busy, savedAt: this.#state.savedAt })
  }

  #set(next: Partial<DraftState>) {
    const last = this.#state
    this.#state = { ...last, ...next }
    const { card, history } = this.#state
    if (card !== last.card || history !== last.history)
      this.#transport.persist(unsavedDraft(this.#state))
    for (const listener of this.#listeners) listener()
  }
}

export function isDirty({ card, history }: DraftState): boolean {
  return !isEqualDraft(history.present, toDraft(card))
}

// A constant, because a new object would cause a rerender.
const noErrors: Record<string, string> = {}

/** Returns errors by path: validation errors after a rejected save, and the server's error until the draft changes. */
export function visibleErrors(state: DraftState): Record<string, string> {
  const { showErrors, serverError, history, card } = state
  const errors = showErrors ? validateDraft(history.present, card) : noErrors
  if (!serverError || !isEqualDraft(serverError.draft, history.present)) return errors
  return { ...errors, [serverError.path]: serverError.message }
}

function initialState(card: Card, stored?: StoredDraft): DraftState {
  const unchanged: DraftState = {
    ...{ showErrors: false, busy: false, retryWhenOnline: false },
    ...{ serverError: undefined, failure: undefined, newerCard: undefined },
    card,
    history: startHistory(toDraft(card)),
    restoredFrom: undefined,
  }
  if (!stored || isEqualDraft(stored.draft, toDraft(card))) return unchanged
  const base =
    stored.version === card.version ? card : { ...card, ...stored.base, version: stored.version }
  return {
    ...unchanged,
    card: base,
    history: recordChange(startHistory(toDraft(base)), stored.draft),
    restoredFrom: stored.at,
  }
}

function unsavedDraft(state: DraftState) {
  if (!isDirty(state)) return undefined
  const { card, history } = state
  return { version: card.version, base: toDraft(card), draft: history.present }
}
