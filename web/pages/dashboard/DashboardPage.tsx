import { Suspense, useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import { canCreateCard } from '../../../schema/access.ts'
import { sentence } from '../../api.ts'
import { useCards } from '../../data/cards.ts'
import { useUser } from '../../data/session.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { SentBack } from '../../shell/SendBack.tsx'
import { useStored } from '../../shell/useStored.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { later } from '../../ui/later.tsx'
import { ErrorPanel, Note } from '../../ui/Notes.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { OwnCards } from './OwnCards.tsx'
import { useCreateCard } from './useCreateCard.ts'

const SelectedTheme = later(async () => (await import('./SelectedTheme.tsx')).SelectedTheme)

export function DashboardPage() {
  const { user } = useUser()
  const { cards } = useCards()
  const create = useCreateCard(user)
  const mayCreate = user && cards && canCreateCard(user, cards.length)
  return (
    <div className="page">
      <PageHeader title="Dashboard" text="Manage your digital business cards">
        {mayCreate && cards.length > 0 && (
          <Button busy={create.busy && 'Creating...'} onClick={create.start}>
            <Icon name="plus" size={18} />
            Create Card
          </Button>
        )}
      </PageHeader>
      <SentBack />
      {create.failure && (
        <Note kind="bad" title="Creation failed">
          {create.failure}
        </Note>
      )}
      <Content create={create} />
    </div>
  )
}

function Content({ create }: { create: { start: () => void; busy: boolean } }) {
  const { user } = useUser()
  const { cards, error, again } = useCards()
  const [theme] = useStored('selectedTheme')
  const [retrying, setRetrying] = useState(false)
  const retry = () => {
    setRetrying(true)
    void again().finally(() => setRetrying(false))
  }
  if (!user || (!cards && (!error || retrying))) return <DashboardSkeleton />
  if (!cards)
    return (
      <ErrorPanel
        title="Error loading dashboard"
        message={sentence(error, 'Something went wrong. Please try again.')}
        onRetry={retry}
      />
    )
  if (cards.length > 0)
    return (
      <Suspense fallback={<DashboardSkeleton />}>
        {theme && <SelectedTheme cards={cards} />}
        <OwnCards cards={cards} level={user.accessLevel} />
      </Suspense>
    )
  return (
    <EmptyState
      icon="phone-device"
      title="No business cards yet"
      text="Your name, email and phone are filled in. You choose the look."
    >
      <Button kind="primary" busy={create.busy && 'Creating...'} onClick={create.start}>
        <Icon name="plus" size={18} />
        Create Your First Card
      </Button>
    </EmptyState>
  )
}
