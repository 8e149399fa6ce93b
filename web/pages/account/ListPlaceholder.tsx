import { ErrorPanel } from '../../shell/ErrorPanel.tsx'

/** Takes the place of a list until it is loaded, or says why it is not. */
export function ListPlaceholder({
  of,
  error,
  onRetry,
}: {
  of: 'passkeys' | 'sessions' | 'tokens'
  error: unknown
  onRetry: () => unknown
}) {
  if (error)
    return <ErrorPanel title={`Your ${of} could not be loaded`} error={error} onRetry={onRetry} />
  return (
    <div className="stack session-list" role="status" aria-busy="true">
      <span className="hidden-text">Loading your {of}</span>
      <div className="skeleton skeleton-row" />
      {of === 'sessions' && <div className="skeleton skeleton-row" />}
    </div>
  )
}
