import { Icon } from '../../card/icons/Icon.tsx'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Notes.tsx'

export function NoPoints({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      icon="share"
      title={t('No share points yet')}
      text={t(
        'Give each badge, booth or NFC tag its own code, and see what it brought: views, clicks, saved contacts and form submissions.',
      )}
    >
      <Button kind="primary" onClick={onNew}>
        <Icon name="plus" size={18} />
        {t('Create a share point')}
      </Button>
    </EmptyState>
  )
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof RequestError && error.status === 403)
    return (
      <EmptyState icon="lock" title={t('Access denied')} text={error.serverMessage}>
        <LinkButton to="/dashboard">{t('Go Back to Dashboard')}</LinkButton>
      </EmptyState>
    )
  return <ErrorPanel title={t('Error loading share points')} error={error} onRetry={onRetry} />
}
