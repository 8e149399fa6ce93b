import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { LinkButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Notes.tsx'

/** Shown when the server denies access to data of the page. */
export function AccessDenied({ text = t('You do not have permission to view this page.') }) {
  return (
    <EmptyState icon="lock" title={t('Access Denied')} text={text}>
      <p>{t('This page requires admin privileges. Please contact your administrator.')}</p>
      <LinkButton to="/dashboard">{t('Go Back to Dashboard')}</LinkButton>
    </EmptyState>
  )
}

export function isForbidden(error: unknown): boolean {
  return error instanceof RequestError && error.status === 403
}
