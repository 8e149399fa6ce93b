import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { canCreateCard } from '../../../schema/access.ts'
import { defaultTheme } from '../../../schema/cards/theme.ts'
import type { User } from '../../../schema/users/user.ts'
import { useUser } from '../../accounts/data/session.ts'
import { t } from '../../messages/t.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useInstallGuideOnFirstVisit } from '../../shell/pwa/InstallGuide.tsx'
import { RedirectNotice } from '../../shell/RedirectWithToast.tsx'
import { useLocalStorage } from '../../shell/useLocalStorage.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyWithPreload, Nothing } from '../../ui/lazyWithPreload.tsx'
import { EmptyState, FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { createCard, useCards } from '../data.ts'
import { OwnCards } from './OwnCards.tsx'

const SelectedTheme = lazyWithPreload(() => import('./SelectedTheme.tsx'), 'SelectedTheme')

// Left out if the script cannot be loaded, for example offline.
const FirstSteps = lazyWithPreload(
  () => import('./FirstSteps.tsx').catch(() => ({ FirstSteps: Nothing })),
  'FirstSteps',
  null,
)

/** The user's own cards; without one, a button to create the first. */
export function DashboardPage() {
  useInstallGuideOnFirstVisit()
  const { user } = useUser()
  const { cards } = useCards()
  const create = useCreateCard(user)
  const mayCreate = user && cards && canCreateCard(user, cards.length)
  return (
    <div className="page">
      <PageHeader title={t('Dashboard')} text={t('Manage your digital business cards')}>
        {mayCreate && cards.length > 0 && (
          <Button busy={create.busy && t('Creating...')} onClick={create.start} icon="plus">
            {t('Create card')}
          </Button>
        )}
      </PageHeader>
      <RedirectNotice />
      <FailureNote title={t('Creation failed')} message={create.failure} />
      <Content create={create} />
    </div>
  )
}

function Content({ create }: { create: { start: () => void; busy: boolean } }) {
  const { user } = useUser()
  const { cards, error, revalidate } = useCards()
  const [theme] = useLocalStorage('selectedTheme')
  const [retrying, setRetrying] = useState(false)
  const retry = () => {
    setRetrying(true)
    void revalidate().finally(() => setRetrying(false))
  }
  if (!user || (!cards && (!error || retrying))) return <DashboardSkeleton />
  if (!cards)
    return <ErrorPanel title={t('Error loading dashboard')} error={error} onRetry={retry} />
  const [first, second] = cards
  if (first)
    return (
      <Suspense fallback={<DashboardSkeleton />}>
        {theme && <SelectedTheme cards={cards} />}
        <OwnCards cards={cards} level={user.accessLevel} />
        {!second && !first.template && <FirstSteps user={user} card={first} />}
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

/** Shown while the cards load. */
function DashboardSkeleton() {
  return (
    <div className="dashboard-top" role="status" aria-busy="true">
      <span className="hidden-text">{t('Loading your cards')}</span>
      <div className="panel first-card">
        <div className="skeleton skeleton-heading" />
        <div className="skeleton first-card-thumb" />
        <div className="first-card-facts">
          <div>
            <div className="skeleton skeleton-title" />
            <div className="skeleton skeleton-line" />
          </div>
          <div className="first-card-actions">
            <div className="skeleton skeleton-button" />
            <div className="skeleton skeleton-button" />
          </div>
        </div>
      </div>
      <div className="tiles">
        {['cards', 'views', 'saves', 'level'].map((tile) => (
          <div key={tile} className="panel tile">
            <div className="skeleton skeleton-line" />
            <div className="skeleton skeleton-figure" />
          </div>
        ))}
      </div>
    </div>
  )
}
