import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Card } from '../../../schema/card.ts'
import type { User } from '../../../schema/user.ts'
import { cacheCard, fetchCard, saveCard } from '../../data/cards.ts'
import { clearSession } from '../../data/session.ts'
import { useLeaveGuard } from '../../shell/useLeaveGuard.ts'
import { useTab } from '../../ui/useTab.ts'
import { CardDraft, isDirty, shownErrors } from './card-draft.ts'
import type { PanelProps } from './draft.ts'
import { deleteDraft, draftKey, readDraft, saveDraft } from './draft-storage.ts'
import { tabOf } from './field-names.ts'

/** All an editor page stands on: the draft, what its panels are given, saving, and the question before leaving. */
export function useEditor(user: User, card: Card) {
  const edited = useCardDraft(user, card)
  const { store, draft, errors, dirty } = edited
  const guard = useLeaveGuard(dirty, `^/(card-editor|mobile-editor|editor)/${card.id}(?![0-9])`)
  const [, select] = useTab()
  const saveAll = async () => {
    if (await store.save()) return
    const [wrong] = Object.keys(shownErrors(store.state()))
    if (!wrong) return
    select(tabOf(wrong))
    focusWrong(tabOf(wrong))
  }
  useEditorKeys({ save: () => void saveAll(), undo: store.undo, redo: store.redo })
  const panel: PanelProps = {
    user,
    card: edited.card,
    draft,
    change: store.change,
    save: store.save,
    errors,
  }
  return { ...edited, panel, guard, saveAll: () => void saveAll() }
}

export type Editor = ReturnType<typeof useEditor>

// The tab may have to be drawn first.
function focusWrong(tab: string, frames = 60) {
  const panel = document.querySelector(`[role="tabpanel"][id$="-content-${tab}"]`)
  const wrong = panel?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
  if (wrong) wrong.focus()
  else if (frames > 0) requestAnimationFrame(() => focusWrong(tab, frames - 1))
}

/** The draft of a card for a person: typed, undone, kept on this device, saved. */
export function useCardDraft(user: User, card: Card) {
  const [store] = useState(() => open(user, card))
  const state = useSyncExternalStore(store.subscribe, store.state)
  const dirty = isDirty(state)
  useEffect(() => store.meet(card), [store, card])
  useEffect(() => {
    const again = () => {
      if (store.state().waiting) void store.save()
    }
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [store])
  return { store, ...state, draft: state.history.now, dirty, errors: shownErrors(state) }
}

function open(user: User, card: Card): CardDraft {
  const key = draftKey(user.id, card.id)
  const wire = {
    send: async (draft: Parameters<typeof saveCard>[2], version: number) => {
      const saved = await saveCard(card.id, version, draft)
      // Once the draft has it from here: by the cache it would come a second time, and after a list of cards.
      setTimeout(() => void cacheCard(saved))
      return saved
    },
    fetch: async () => {
      const fetched = await fetchCard(card.id)
      await cacheCard(fetched)
      return fetched
    },
    keep: (kept: Parameters<typeof saveDraft>[1] | undefined) =>
      kept ? saveDraft(key, kept) : deleteDraft(key),
    sessionEnded: () => void clearSession(),
  }
  return new CardDraft(card, wire, readDraft(key))
}

type Keys = { save: () => void; undo: () => void; redo: () => void }

/** Ctrl or Cmd with S saves, with Z undoes, with Shift and Z or Y does again; in a text, Z stays the browser's. */
export function useEditorKeys(keys: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event)
    if (!act) return
    event.preventDefault()
    // What a dialog asks comes first.
    if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) keys[act]()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

function actOf(event: KeyboardEvent): keyof Keys | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  const key = event.key.toLowerCase()
  if (key === 's' && !event.shiftKey) return 'save'
  if (event.target instanceof Element && event.target.matches(texts)) return undefined
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' ? 'redo' : undefined
}

const texts =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]'
