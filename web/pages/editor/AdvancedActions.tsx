import { Icon } from '../../../card/Icon.tsx'
import { viewPath } from '../../../schema/screens.ts'
import { Button, LinkButton, NewTabButton } from '../../ui/Button.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import type { Editor } from './useEditor.ts'

/** What the advanced editor has in its header: the publish state, undo and redo, a look at the card. */
export function AdvancedActions({
  editor: { card, draft, history, store },
  onPreview,
}: {
  editor: Editor
  /** Absent while the preview stands beside the form. */
  onPreview: (() => void) | undefined
}) {
  const [canUndo, canRedo] = [history.past.length > 0, history.future.length > 0]
  return (
    <>
      <StateBadge state={draft.state} />
      <Button kind="ghost" label="Undo" aria-disabled={!canUndo || undefined} onClick={store.undo}>
        <Icon name="undo" />
      </Button>
      <Button kind="ghost" label="Redo" aria-disabled={!canRedo || undefined} onClick={store.redo}>
        <Icon name="redo" />
      </Button>
      {onPreview && (
        <Button onClick={onPreview}>
          <Icon name="eye" size={18} />
          Preview
        </Button>
      )}
      <LinkButton to={`/mobile-editor/${card.id}`} state={{ carried: true }}>
        <Icon name="bolt" size={18} />
        Quick Editor
      </LinkButton>
      <NewTabButton href={viewPath(card.slug)}>
        <Icon name="arrow" size={18} />
        View
        <span className="hidden-text">in a new tab</span>
      </NewTabButton>
    </>
  )
}
