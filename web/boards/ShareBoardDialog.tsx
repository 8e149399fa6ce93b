import type { BoardReport } from '../../schema/boards/board.ts'
import { t } from '../messages/t.ts'
import { ShareLinkDialog } from '../shell/ShareLinks.tsx'

/** Creates read-only links to the board, and lists the active ones. */
export function ShareBoardDialog({
  event,
  onClose,
}: {
  event: BoardReport['event']
  onClose: () => void
}) {
  return (
    <ShareLinkDialog
      title={t('Share board')}
      text={t(
        'Anyone with the link can view this board, and nothing else, until it expires. Form submissions are counted, but their contents are not included.',
      )}
      linkName={t('Board link')}
      share={{ timeframe: 'month', card: null, event: event.id }}
      isShown={(share) => share.event === event.id}
      nameOf={() => event.name}
      onClose={onClose}
    />
  )
}
