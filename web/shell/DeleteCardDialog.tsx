import type { ListedCard } from '../../schema/card.ts'
import { deleteCard } from '../data/cards.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { useSubmit } from './useSubmit.ts'

/**
 * Confirmation dialog that names the card; the card leaves the page after the server's response.
 */
export function DeleteCardDialog({
  card,
  onClose,
}: {
  card: Pick<ListedCard, 'id' | 'name' | 'slug'>
  onClose: () => void
}) {
  const { attempt, busy, failure } = useSubmit(
    'Deletion failed',
    'Failed to delete the business card. Please try again.',
  )
  const name = card.name ?? card.slug
  const confirm = () =>
    void attempt(async () => {
      await deleteCard(card.id)
      toast('Card deleted', `${name}'s card is no longer public.`)
      onClose()
    })
  return (
    <ConfirmDialog
      title={`Delete ${name}'s card?`}
      text={`Its page /view/${card.slug} goes offline immediately, and the URL stays reserved. The card can be restored for 30 days.`}
      action="Delete card"
      busy={busy && 'Deleting...'}
      error={failure && <Note kind="bad">{failure}</Note>}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
