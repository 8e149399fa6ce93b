import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'

const texts = {
  passkeys: {
    failed: t('Your passkeys could not be loaded'),
    loading: t('Loading your passkeys'),
  },
  sessions: {
    failed: t('Your sessions could not be loaded'),
    loading: t('Loading your sessions'),
  },
  feeds: { failed: t('Your feeds could not be loaded'), loading: t('Loading your feeds') },
  tokens: { failed: t('Your tokens could not be loaded'), loading: t('Loading your tokens') },
}

/** Takes the place of a list until it is loaded, or says why it is not. */
export function ListPlaceholder({
  of,
  error,
  onRetry,
}: {
  of: keyof typeof texts
  error: unknown
  onRetry: () => unknown
}) {
  if (error) return <ErrorPanel title={texts[of].failed} error={error} onRetry={onRetry} />
  return (
    <div className="stack session-list" role="status" aria-busy="true">
      <span className="hidden-text">{texts[of].loading}</span>
      <div className="skeleton skeleton-row" />
      {of === 'sessions' && <div className="skeleton skeleton-row" />}
    </div>
  )
}
