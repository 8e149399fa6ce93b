import { type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { canCreateCard } from '../../../schema/access.ts'
import { defaultTheme } from '../../../schema/cards/theme.ts'
import type { User } from '../../../schema/users/user.ts'
import { useUser } from '../../accounts/data/session.ts'
import { t } from '../../messages/t.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { InstallButton, useInstallGuideOnFirstVisit } from '../../shell/pwa/InstallGuide.tsx'
import { RedirectNotice } from '../../shell/RedirectWithToast.tsx'
import { useRetry } from '../../shell/useRetry.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { createCard, useCards } from '../data.ts'
import { OwnCards } from './OwnCards.tsx'
import {
  DaysPlaceholder,
  MessagesPlaceholder,
  useExpectedMessages,
  useExpectedStep,
} from './placeholders.tsx'

/** The user's own cards; without one, a button to create the first. */
export function DashboardPage() {
  useInstallGuideOnFirstVisit()
  const { user } = useUser()
  const { cards } = useCards()
  const create = useCreateCard(user)
  const mayCreate = user && cards && canCreateCard(user, cards.length)
  const createButton = mayCreate && cards.length > 0 && (
    <Button kind="ghost" busy={create.busy && t('Creating...')} onClick={create.start} icon="plus">
      {t('Create card')}
    </Button>
  )
  // On a phone the rare actions are at the end.
  const tail = (
    <div className="home-tail">
      {createButton}
      <InstallButton />
    </div>
  )
  return (
    <div className="page dashboard">
      <PageHeader title={t('Dashboard')} text={t('Manage your digital business cards')}>
        {createButton && <div className="wide-only">{createButton}</div>}
      </PageHeader>
      <RedirectNotice />
      <FailureNote title={t('Creation failed')} message={create.failure} />
      <Content create={create} tail={tail} />
    </div>
  )
}

type ContentProps = { create: { start: () => void; busy: boolean }; tail: ReactNode }

function Content({ create, tail }: ContentProps) {
  const { user } = useUser()
  const { cards, error, revalidate } = useCards()
  const { retrying, retry } = useRetry(revalidate)
  if (!user) return null
  if (!cards && (!error || retrying)) return <DashboardSkeleton user={user} />
  if (!cards)
    return <ErrorPanel title={t('Error loading dashboard')} error={error} onRetry={retry} />
  const [first] = cards
  if (first)
    return (
      <Suspense fallback={<DashboardSkeleton user={user} />}>
        <OwnCards user={user} cards={cards} first={first} tail={tail} />
      </Suspense>
    )
  return (
    <EmptyState
      icon="phone-device"
      title={t('No business cards yet')}
      text={t("We'll fill in your name, email and phone. You choose the look.")}
    >
      <Button
        kind="primary"
        busy={create.busy && t('Creating...')}
        onClick={create.start}
        icon="plus"
      >
        {t('Create Your First Card')}
      </Button>
    </EmptyState>
  )
}

/** Creates a draft from the user's profile and opens it in the quick editor. The server chooses its slug. */
function useCreateCard(user: User | null | undefined) {
  const navigate = useNavigate()
  const { attempt, busy, failure } = useSubmit(
    t('Creation failed'),
    t('Failed to create a new business card. Please try again.'),
  )
  const start = () =>
    void attempt(async () => {
      if (!user) return
      const { id, fullName, username, email, phone } = user
      const name = fullName ?? username
      const own = { userId: id, name, email, phone, theme: defaultTheme }
      const card = await createCard({ ...own, state: 'draft' })
      toast(t('Card created'), t('Now make it yours. Your first save publishes it.'))
      await navigate(`/mobile-editor/${card.id}`)
    })
  return { start, busy, failure }
}

/** Shown while the cards load; each part is as high as what takes its place. */
function DashboardSkeleton({ user }: { user: User }) {
  const { expectsStep } = useExpectedStep(user)
  const messages = useExpectedMessages(user.id)
  return (
    <>
      {expectsStep && <div className="skeleton notice-skeleton" />}
      <div className="home" role="status" aria-busy="true">
        <span className="hidden-text">{t('Loading your cards')}</span>
        <div className="hero">
          <div className="skeleton skeleton-heading" />
          <div className="pass">
            <div className="skeleton pass-thumb" />
            <div className="pass-actions">
              <div className="skeleton skeleton-button" />
              <div className="skeleton skeleton-button" />
              <div className="skeleton skeleton-button" />
            </div>
          </div>
        </div>
        <MessagesPlaceholder inbox="/inbox/all" expected={messages} />
        <DaysPlaceholder analytics="/advanced-analytics" />
      </div>
    </>
  )
}
