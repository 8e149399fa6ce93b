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
    requestAnimationFrame(focusWrong)
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

function focusWrong() {
  document.querySelector<HTMLElement>('main [aria-invalid="true"], main [data-invalid]')?.focus()
}
