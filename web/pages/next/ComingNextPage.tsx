import { Navigate, useParams } from 'react-router-dom'
import { sentence } from '../../api.ts'
import { useCard } from '../../data/cards.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { cardId } from '../../shell/selected-card.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/Notes.tsx'
import { comingNext } from './content.ts'

/** A screen that is not built yet, said plainly. */
export function ComingNextPage({ screen }: { screen: keyof typeof comingNext }) {
  const { title, icon, coming, meanwhile } = comingNext[screen]
  const { id } = useParams()
  if (id !== undefined && !cardId(id)) return <Navigate to="/dashboard" replace />
  return (
    <div className="page">
      <PageHeader title={title} text={id && <CardName id={cardId(id)} />} />
      <EmptyState icon={icon} title={coming} text={meanwhile}>
        <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
      </EmptyState>
    </div>
  )
}

function CardName({ id }: { id: number | undefined }) {
  const { card, error, again } = useCard(id)
  if (card) return <>{card.name ?? card.slug}</>
  if (!error) return <span className="hidden-text">Loading</span>
  return (
    <ErrorPanel
      title="Error loading card"
      message={sentence(error, 'Card not found. Please try again.')}
      onRetry={() => void again()}
    />
  )
}
