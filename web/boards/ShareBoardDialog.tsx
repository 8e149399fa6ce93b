import { useState } from 'react'
import { shareDays } from '../../schema/analytics/account-report.ts'
import type { BoardReport } from '../../schema/boards/board.ts'
import { createShare } from '../analytics/account-data.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { ShareLinks } from '../shell/ShareLinks.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { FailureNote } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'

const dayNames = { 1: '1 day', 7: '7 days', 30: '30 days' }

/** Creates read-only links to the board, and lists the active ones. */
export function ShareBoardDialog({
  event,
  onClose,
}: {
  event: BoardReport['event']
  onClose: () => void
}) {
  const [days, setDays] = useState<(typeof shareDays)[number]>(7)
  const [made, setMade] = useState<{ link: string; until: string }>()
  const { attempt, busy, failure } = useSubmit(t('Failed to create link'))
  const make = () =>
    void attempt(async () => {
      const share = { timeframe: 'month', card: null, event: event.id, days } as const
      const { path = '', expiresAt } = await createShare(share)
      setMade({ link: (product.origin || window.location.origin) + path, until: expiresAt })
    })
  return (
    <Dialog title={t('Share board')} onClose={onClose}>
      <div className="dialog-body share-dialog">
        <p className="dialog-text">
          {t(
            'Anyone with the link can view this board, and nothing else, until it expires. Form submissions are counted, but their contents are not included.',
          )}
        </p>
        <SegmentedControl
          label={t('Link expires after')}
          value={String(days)}
          options={shareDays.map((value) => ({ value: String(value), label: dayNames[value] }))}
          onChange={(value) => setDays(shareDays.find((one) => String(one) === value) ?? 7)}
        />
        <Button kind="primary" busy={busy && t('Creating link...')} onClick={make}>
          {t('Create link')}
        </Button>
        <FailureNote title={t('Failed to create link')} message={failure} />
        <div aria-live="polite">
          {made && (
            <>
              <CopyLine link={made.link} name={t('Board link')} />
              <p className="field-hint">
                {t("Copy it now. It won't be shown again. It works until {time}.", {
                  time: formatTimeInSentence(made.until),
                })}
              </p>
            </>
          )}
        </div>
        <ShareLinks isShown={(share) => share.event === event.id} nameOf={() => event.name} />
      </div>
    </Dialog>
  )
}
