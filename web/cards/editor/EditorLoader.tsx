import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { Icon } from '../../../card/icons/Icon.tsx'
import { canEditCard } from '../../../schema/access.ts'
import type { Card } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { useUser } from '../../accounts/data/session.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader, PageTitle } from '../../shell/PageHeader.tsx'
import { RedirectWithToast, useFreshError } from '../../shell/RedirectWithToast.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { usePresence } from '../../ui/usePresence.ts'
import { parseId } from '../../ui/useSearchParam.ts'
import { useCard } from '../data.ts'

const deniedMessage = t("You don't have permission to edit this card")

/** Loads the card in the URL and renders its editor, or the reason why it cannot be edited. */
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

/** The way back, at the start of the editor's bar. */
export function BackButton() {
  return (
    <LinkButton to="/dashboard" kind="ghost" label={t('Back to dashboard')}>
      <Icon name="back" />
    </LinkButton>
  )
}

/** Shown until the card is loaded: its parts have the places of the editor's. */
function EditorSkeleton({ title }: { title: string }) {
  usePresence('editor')
  return (
    <div className="editor">
      <header className="editor-bar">
        <BackButton />
        <div className="editor-title">
          <PageTitle>{title}</PageTitle>
        </div>
      </header>
      <div className="editor-canvas" role="status">
        <span className="hidden-text">{t('Loading')}</span>
        <div className="editor-stage">
          <div className="device skeleton" />
        </div>
        <div className="editor-sheet">
          <div className="editor-skeleton skeleton" />
        </div>
      </div>
    </div>
  )
}
