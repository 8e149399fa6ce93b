import { useRef } from 'react'
import type { AccountReport, Share } from '../../../../schema/account-report.ts'
import { sentence } from '../../../api.ts'
import { revokeShare, useShares } from '../../../data/analytics-shares.ts'
import { useAttempt } from '../../../shell/useAttempt.ts'
import { Button } from '../../../ui/Button.tsx'
import { dateAndTime } from '../../../ui/dates.ts'
import { ErrorPanel, Note } from '../../../ui/Notes.tsx'
import { toast } from '../../../ui/toasts.ts'
import { timeframeNames } from './words.ts'

/** The links that still open, and the end of each. */
export function ShareList({ cards }: { cards: AccountReport['cards'] }) {
  const { shares, error, again } = useShares()
  const { attempt, busy, failure } = useAttempt('Revoke failed')
  const heading = useRef<HTMLHeadingElement>(null)
  const revoke = (share: Share) =>
    void attempt(async () => {
      await revokeShare(share.id)
      toast('Link revoked', 'It no longer shows anything.')
      // The row goes and its button with it.
      heading.current?.focus()
    })
  return (
    <section className="share-list" aria-labelledby="shares-heading">
      <h3 id="shares-heading" ref={heading} tabIndex={-1}>
        Active links
      </h3>
      {failure && (
        <Note kind="bad" title="Revoke failed">
          {failure}
        </Note>
      )}
      {!shares && error && (
        <ErrorPanel
          title="Your links could not be loaded"
          message={sentence(error, 'Something went wrong. Please try again.')}
          onRetry={() => void again()}
        />
      )}
      {!shares && !error && (
        <div className="skeleton skeleton-row" role="status" aria-busy="true" />
      )}
      {shares?.length === 0 && <p>None. A link you make is listed here until it expires.</p>}
      {shares && shares.length > 0 && (
        <ul>
          {shares.map((share) => (
            <li key={share.id}>
              <div>
                <strong>{nameOf(share, cards)}</strong>
                <p>
                  {timeframeNames[share.timeframe]}, until {dateAndTime(share.expiresAt)}
                </p>
              </div>
              <Button
                size="small"
                aria-disabled={busy || undefined}
                onClick={busy ? undefined : () => revoke(share)}
              >
                Revoke<span className="hidden-text"> {nameOf(share, cards)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function nameOf({ card }: Share, cards: AccountReport['cards']): string {
  if (card === null) return 'All my cards'
  const found = cards.find(({ id }) => id === card)
  return found ? (found.name ?? found.slug) : 'A card that is gone'
}
