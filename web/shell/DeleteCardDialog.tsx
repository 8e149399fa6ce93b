import type { ListedCard } from '../../schema/cards/card.ts'
import { useUser } from '../accounts/data/session.ts'
import { deleteCard } from '../cards/data.ts'
import { t } from '../messages/t.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { forgetOpenedCard } from './useSelectedCard.ts'
import { useSubmit } from './useSubmit.ts'

/** Asks for confirmation, then deletes the card. The card stays on the page until the server has responded. */
export function DeleteCardDialog({
  card,
  onClose,
}: {
  card: Pick<ListedCard, 'id' | 'name' | 'slug'>
  onClose: () => void
}) {
  const { attempt, busy, failure } = useSubmit(
    t('Deletion failed'),
    t('Failed to delete the business card. Please try again.'),
  )
  const { user } = useUser()
  const name = card.name ?? card.slug
  const confirm = () =>
    void attempt(async () => {
      await deleteCard(card.id)
      if (user) forgetOpenedCard(user, card.id)
      toast(t('Card deleted'), t("{name}'s card is no longer public.", { name }))
      onClose()
    })
  return (
    <ConfirmDialog
      title={t("Delete {name}'s card?", { name })}
      text={t(
        'Its page /view/{slug} goes offline immediately, and the URL stays reserved. The card can be restored for 30 days.',
        { slug: card.slug },
      )}
      action={t('Delete card')}
      busy={busy && t('Deleting...')}
      error={failure && <Note kind="bad">{failure}</Note>}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
