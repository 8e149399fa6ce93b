import { Icon } from '../../card/icons/Icon.tsx'
import { errorMessage, type RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Notes.tsx'

/** Replaces a page or section that failed to load; `message` replaces the error's own. */
export function ErrorPanel({
  title,
  error,
  message = errorMessage(error, t('Something went wrong. Please try again.')),
  onRetry,
}: {
  title: string
  error?: unknown
  message?: string
  onRetry: () => unknown
}) {
  return (
    <div className="note" data-kind="bad" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{title}</h2>
        <p>{message}</p>
      </div>
      <Button size="small" onClick={() => void onRetry()}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** A placeholder while something loads, or the error if it failed to load. */
export function LoadingPanel({ error, ...panel }: Parameters<typeof ErrorPanel>[0]) {
  if (error) return <ErrorPanel error={error} {...panel} />
  return <div className="skeleton skeleton-row" role="status" aria-label={t('Loading')} aria-busy />
}

/** Replaces a page to which the server denies access, with its reason. */
export function AccessDenied({ error }: { error: RequestError }) {
  return (
    <EmptyState icon="lock" title={t('Access denied')} text={error.serverMessage}>
      <LinkButton to="/dashboard">{t('Go Back to Dashboard')}</LinkButton>
    </EmptyState>
  )
}
