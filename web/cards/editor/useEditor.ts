import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import type { Card } from '../../../schema/cards/card.ts'
import { imageHash } from '../../../schema/images/image.ts'
import type { User } from '../../../schema/users/user.ts'
import { endSession } from '../../accounts/data/session.ts'
import { useLeaveGuard } from '../../shell/LeaveGuard.tsx'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { cacheCard, fetchCard, saveCard } from '../data.ts'
import { cardDraftKey } from '../draft-data.ts'
import { CardDraft, isDirty, visibleErrors } from './card-draft.ts'
import type { PanelProps } from './draft.ts'
import { deleteDraft, readDraft, saveDraft } from './draft-storage.ts'
import { useLanguages } from './languages/translation.ts'
import { errorSummary, firstErrorPath, languageOfField, tabOfField } from './validation.ts'

/**
 * State of an editor page: the draft, panel props, saving, keyboard shortcuts and the leave guard. An invalid field for
 * which `hasField` is false is shown in the advanced editor.
 */
export function useEditor(
  user: User,
  card: Card,
  hasField: (path: string) => boolean = () => true,
) {
  const cardDraft = useCardDraft(user, card)
  const { store, draft, errors, dirty } = cardDraft
  const languages = useLanguages(draft)
  const navigate = useNavigate()
  const guard = useLeaveGuard(dirty, `^/(card-editor|mobile-editor|editor)/${card.id}(?![0-9])`)
  const [, select] = useSearchParam()
  const showFirstError = () => {
    const path = firstErrorPath(visibleErrors(store.state()))
    if (path === undefined) return
    const tab = tabOfField(path)
    const language = languageOfField(path)
    if (!hasField(path)) {
      const query = new URLSearchParams({ tab, ...(language && { language }) })
      return void navigate(`/card-editor/${card.id}?${query}`, { state: showErrorState })
    }
    languages.select(language ?? draft.language)
    select(tab)
    focusInvalid(tab)
  }
  const saveAll = async () => {
    if (!(await store.save())) showFirstError()
  }
  const showErrors = useEffectEvent(() => {
    store.showErrors()
    showFirstError()
  })
  const { state } = useLocation()
  useEffect(() => {
    if (readEditorState(state).problem) showErrors()
  }, [state])
  useEditorKeys({ save: () => void saveAll(), undo: store.undo, redo: store.redo })
  const panel: PanelProps = {
    user,
    card: cardDraft.card,
    draft,
    language: languages.language,
    change: store.change,
    save: store.save,
    errors,
  }
  return { ...cardDraft, languages, panel, guard, showFirstError, saveAll: () => void saveAll() }
}

const EditorState = z.object({
  carried: z.optional(z.boolean()),
  problem: z.optional(z.boolean()),
})

/** Reads the state of a link between the editors: `carried` keeps the draft, `problem` shows its first invalid field. */
export function readEditorState(state: unknown): z.infer<typeof EditorState> {
  return EditorState.safeParse(state).data ?? {}
}

const showErrorState = { carried: true, problem: true }

export type Editor = ReturnType<typeof useEditor>

// Retries for 60 frames, as the tab may have to render first.
function focusInvalid(tab: string, frames = 60) {
  const panel = document.querySelector(`[role="tabpanel"][id$="-content-${tab}"]`)
  const invalid = panel?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
  if (invalid) invalid.focus()
  else if (frames > 0) requestAnimationFrame(() => focusInvalid(tab, frames - 1))
}

/** A user's draft of a card, with undo; saved to the server, and until then stored on this device. */
export function useCardDraft(user: User, card: Card) {
  const [store] = useState(() => createCardDraft(user, card))
  const state = useSyncExternalStore(store.subscribe, store.state)
  const dirty = isDirty(state)
  useEffect(() => store.receive(card), [store, card])
  useEffect(() => {
    const retry = () => {
      if (store.state().retryWhenOnline && isDirty(store.state())) void store.save()
    }
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [store])
  const { profilePicture, contactPhoto } = card
  const complete = useEffectEvent(() => void completePhoto(card))
  useEffect(() => {
    if (!contactPhoto && imageHash(profilePicture ?? '')) complete()
  }, [profilePicture, contactPhoto])
  const errors = visibleErrors(state)
  const failure = state.failure ?? errorSummary(errors)
  return { store, ...state, draft: state.history.present, dirty, errors, failure }
}

/** Makes the contact photo of a picture that was stored without one. If it fails, it is tried when the editor opens again. */
async function completePhoto(card: Card): Promise<void> {
  await import('./complete-photo.ts')
    .then(({ completePhoto }) => completePhoto(card))
    .catch(() => undefined)
}

function createCardDraft(user: User, card: Card): CardDraft {
  const key = cardDraftKey(user.id, card.id)
  const transport = {
    send: async (draft: Parameters<typeof saveCard>[2], version: number) => {
      const saved = await saveCard(card.id, version, draft)
      // Deferred: the draft must have the saved card before SWR renders with it.
      setTimeout(() => void cacheCard(saved))
      void import('./refresh-preview.ts')
        .then(({ refreshPreview }) => refreshPreview(saved))
        .catch(() => undefined)
      return saved
    },
    fetch: async () => {
      const fetched = await fetchCard(card.id)
      await cacheCard(fetched)
      return fetched
    },
    persist: (unsaved: Parameters<typeof saveDraft>[1] | undefined) =>
      unsaved ? saveDraft(key, unsaved) : deleteDraft(key),
    sessionEnded: () => void endSession(),
  }
  return new CardDraft(card, transport, readDraft(key))
}

type Keys = { save: () => void; undo: () => void; redo: () => void }

/** Handles Ctrl or Cmd with S (save), Z (undo), Shift+Z and Y (redo). Text fields keep the browser's own undo. */
function useEditorKeys(keys: Keys) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    // Not while a dialog is open.
    if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) keys[action]()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

function actionOf(event: KeyboardEvent): keyof Keys | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  const key = event.key.toLowerCase()
  if (key === 's' && !event.shiftKey) return 'save'
  if (event.target instanceof Element && event.target.matches(textInputs)) return undefined
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' ? 'redo' : undefined
}

const textInputs =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]'
