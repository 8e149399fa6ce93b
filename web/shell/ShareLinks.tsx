import { useRef } from 'react'
import type { Share } from '../../schema/analytics/account-report.ts'
import { revokeShare, useShares } from '../analytics/account-data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { ErrorPanel } from './ErrorPanel.tsx'
import { useSubmit } from './useSubmit.ts'

/** The user's active links among those to show, each with a revoke button. */
export function ShareLinks({
  isShown,
  nameOf,
  textOf,
}: {
  isShown: (share: Share) => boolean
  nameOf: (share: Share) => string
  /** Text before the end, such as the timeframe. */
  textOf?: (share: Share) => string
}) {
  const { shares: all, error, revalidate } = useShares()
  const shares = all?.filter(isShown)
  const { attempt, busy, failure } = useSubmit(t('Failed to revoke link'))
  const heading = useRef<HTMLHeadingElement>(null)
  const revoke = (share: Share) =>
    void attempt(async () => {
      await revokeShare(share.id)
      toast(t('Link revoked'), t('It no longer works.'))
      // The row disappears with its button.
      heading.current?.focus()
    })
  return (
    <section className="stack share-list" aria-labelledby="shares-heading">
      <h3 id="shares-heading" ref={heading} tabIndex={-1}>
        {t('Active links')}
      </h3>
      <FailureNote title={t('Failed to revoke link')} message={failure} />
      {!shares && error && (
        <ErrorPanel
          title={t('Your links could not be loaded')}
          error={error}
          onRetry={revalidate}
        />
      )}
      {!shares && !error && (
        <div className="skeleton skeleton-row" role="status" aria-busy="true" />
      )}
      {shares?.length === 0 && (
        <p className="field-hint">
          {t('No active links. Links you create are listed here until they expire.')}
        </p>
      )}
      {shares && shares.length > 0 && (
        <ul>
          {shares.map((share) => (
            <li key={share.id}>
              <div>
                <strong>{nameOf(share)}</strong>
                <p className="field-hint">
                  {textOf ? t('{text}, until', { text: textOf(share) }) : t('Until')}{' '}
                  {formatTimeInSentence(share.expiresAt)}
                </p>
              </div>
              <Button
                size="small"
                aria-disabled={busy || undefined}
                onClick={busy ? undefined : () => revoke(share)}
              >
                <Trans id="Revoke<span> {name}</span>" values={{ name: nameOf(share) }} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
