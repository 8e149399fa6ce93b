import { Icon } from '../../card/icons/Icon.tsx'
import { canTransferCards } from '../../schema/access.ts'
import type { User, UserRow } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'

/** Hands over the cards of a user, where the rules allow it. */
export function TransferButton({
  actor,
  row,
  onTransfer,
}: {
  actor: User
  row: UserRow
  onTransfer: (row: UserRow) => void
}) {
  const blockedReason = transferBlockedReason(actor, row)
  return (
    <Button
      kind="ghost"
      size="small"
      label={t("Hand over {username}'s cards{blockedReason}", {
        username: row.username,
        blockedReason: blockedReason && `: ${blockedReason}`,
      })}
      aria-disabled={blockedReason ? true : undefined}
      onClick={() => !blockedReason && onTransfer(row)}
    >
      <Icon name="user-plus" size={18} />
    </Button>
  )
}

function transferBlockedReason(actor: User, row: UserRow): string {
  if (canTransferCards(actor, row)) return ''
  return row.deletedAt
    ? t('available three days after deletion; a System Admin can do it now')
    : t('only the user or a System Admin can do it')
}
