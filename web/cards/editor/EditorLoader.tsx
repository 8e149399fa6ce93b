import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { canEditCard } from '../../../schema/access.ts'
import type { Card } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { useUser } from '../../accounts/data/session.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { RedirectWithToast } from '../../shell/RedirectWithToast.tsx'
import { useFreshError } from '../../shell/useFreshError.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { parseId } from '../../ui/useSearchParam.ts'
import { useCard } from '../data.ts'

/** Loads the card of the URL and renders the editor, or the reason it cannot be edited. */
export function EditorLoader({
  title,
  children,
}: {
  title: string
  children: (edited: { user: User; card: Card }) => ReactNode
}) {
  const id = parseId(useParams().id)
  const { pathname } = useLocation()
  const { user } = useUser()
  const { card, error: lastError, revalidate } = useCard(id)
  const error = useFreshError(lastError)
  if (!id) return <Navigate to="/dashboard" replace />
  if (user && card && !canEditCard(user, card)) return <AccessDenied />
  if (user && card) return children({ user, card })
  if (error instanceof RequestError && error.status === 403) return <AccessDenied />
  if (error instanceof RequestError && error.status === 404)
    return <CardNotFound title={title} onRetry={() => void revalidate()} />
  // After a 401 the route guard redirects to the sign-in page.
  if (error && !(error instanceof RequestError && error.status === 401))
    return (
      <RedirectWithToast
        toast={[t('Error'), t('Failed to load card data')]}
        title={t('Failed to load card data')}
        text={errorMessage(error, t('Something went wrong. Please try again.'))}
        retry={pathname}
      />
    )
  return <EditorSkeleton title={title} />
}

const deniedMessage = t("You don't have permission to edit this card")

function AccessDenied() {
  return (
    <RedirectWithToast
      toast={[t('Access denied'), deniedMessage]}
      title={t('Access denied')}
      text={deniedMessage}
    />
  )
}

function CardNotFound({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div className="page">
      <PageHeader title={title} />
      <ErrorPanel
        title={t('Error loading card')}
        message={t('Card not found. Please try again.')}
        onRetry={onRetry}
      />
      <div>
        <LinkButton to="/dashboard">{t('Go Back to Dashboard')}</LinkButton>
      </div>
    </div>
  )
}

/** Placeholder of the page until the card is loaded. */
function EditorSkeleton({ title }: { title: string }) {
  return (
    <div className="page">
      <PageHeader title={title} />
      <div className="editor-skeleton" role="status">
        <span className="hidden-text">{t('Loading')}</span>
        <div className="skeleton" />
        <div className="skeleton" />
        <div className="skeleton" />
      </div>
    </div>
  )
}
