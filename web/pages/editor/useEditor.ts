import type { Card } from '../../../schema/card.ts'
import type { User } from '../../../schema/user.ts'
import { useLeaveGuard } from '../../shell/useLeaveGuard.ts'
import { useTab } from '../../ui/useTab.ts'
import { shownErrors } from './card-draft.ts'
import type { PanelProps } from './draft.ts'
import { tabOf } from './field-names.ts'
import { useCardDraft } from './useCardDraft.ts'
import { useEditorKeys } from './useEditorKeys.ts'
import { usePreload } from './usePreload.ts'

/** All an editor page stands on: the draft, what its panels are given, saving, and the question before leaving. */
export function useEditor(user: User, card: Card) {
  usePreload()
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
