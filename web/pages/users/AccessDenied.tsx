import { RequestError } from '../../api.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown when the server denies access to data of the page. */
export function AccessDenied({ text = 'You do not have permission to view this page.' }) {
  return (
    <EmptyState icon="lock" title="Access Denied" text={text}>
      <p>This page requires admin privileges. Please contact your administrator.</p>
      <LinkButton to="/dashboard">Go Back to Dashboard</LinkButton>
    </EmptyState>
  )
}

export function isForbidden(error: unknown): boolean {
  return error instanceof RequestError && error.status === 403
}
