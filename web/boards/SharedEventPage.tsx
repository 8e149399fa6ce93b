import { useParams } from 'react-router-dom'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { Brand } from '../shell/Brand.tsx'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { EmptyState } from '../ui/Notes.tsx'
import { BoardHead, BoardView } from './BoardView.tsx'
import { useSharedBoard } from './data.ts'
import { useScanSamples } from './scan-rate.ts'

/** A shared board, open to anyone with the link. */
export function SharedEventPage() {
  const { token = '' } = useParams()
  const { board, readAt, error, revalidate } = useSharedBoard(token)
  const samples = useScanSamples(board?.totals.views, readAt)
  const hasEnded = error instanceof RequestError && [404, 410].includes(error.status)
  return (
    <div className="shared-analytics">
      <header className="top-bar">
        <Brand />
      </header>
      <main className="main" id="main">
        <div className="page board">
          {board && !hasEnded ? (
            <>
              <BoardHead event={board.event} isStale={error !== undefined} />
              <BoardView board={board} samples={samples} />
              <p className="chart-note">
                {t('Read-only, created with {name}. This link works until {time}.', {
                  name: product.name,
                  time: formatTimeInSentence(board.shared.expiresAt),
                })}
              </p>
            </>
          ) : (
            <>
              <PageHeader title={t('Shared event')} />
              {!error && <div className="skeleton skeleton-row" role="status" aria-busy />}
              {error && !hasEnded && (
                <ErrorPanel
                  title={t('Error loading event')}
                  error={error}
                  onRetry={() => void revalidate()}
                />
              )}
              {hasEnded && (
                <EmptyState
                  icon="lock"
                  title={t('This link no longer works')}
                  text={t(
                    'It has expired, was revoked, or is incomplete. Ask the sender for a new one.',
                  )}
                />
              )}
            </>
          )}
        </div>
      </main>
    </div>
  )
}
