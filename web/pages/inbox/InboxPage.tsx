import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Card } from '../../../schema/card.ts'
import { RequestError } from '../../api.ts'
import { useCard, useCards } from '../../data/cards.ts'
import { inboxExportPath, useInboxPage } from '../../data/inbox.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { parseCardId } from '../../shell/selected-card.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { InboxSkeleton } from './EntryList.tsx'
import { Inbox } from './Inbox.tsx'

const everything = { search: '', status: undefined }

/** Form submissions of a card. */
export function InboxPage() {
  const id = parseCardId(useParams().id)
  const { card, error: cardError, revalidate: revalidateCard } = useCard(id)
  const { page, error, revalidate } = useInboxPage(id, everything)
  const { cards, error: cardsError } = useCards()
  if (!id) return <Navigate to="/dashboard" replace />
  // Everything renders at once, so that nothing shifts.
  const there = card && page && (cards || cardsError)
  const any = there && Object.values(page.counts).some((count) => count > 0)
  const retry = () => {
    void revalidate()
    void revalidateCard()
  }
  return (
    <div className="page inbox-page">
      <PageHeader title="Inbox" text={there && `Form submissions for ${nameOf(card)}`}>
        {any && <Exports id={id} />}
      </PageHeader>
      {there && <CardPicker id={id} card={card} cards={cards} />}
      {any && <Inbox key={id} card={card} counts={page.counts} />}
      {there && !any && <NoEntries card={card} />}
      {(!card || !page) && (error || cardError) && (
        <Failed error={error ?? cardError} onRetry={retry} />
      )}
      {!there && !error && !cardError && <InboxSkeleton />}
    </div>
  )
}

function nameOf(card: { name: string | null; slug: string }): string {
  return card.name ?? card.slug
}

function Exports({ id }: { id: number }) {
  const kinds = { csv: 'Export CSV', vcf: 'Export vCard' } as const
  return (
    <>
      {(['csv', 'vcf'] as const).map((kind) => (
        <a
          key={kind}
          className="button"
          data-kind="secondary"
          href={inboxExportPath(id, kind)}
          download
        >
          <Icon name="download" size={18} />
          {kinds[kind]}
        </a>
      ))}
    </>
  )
}

/** For users with several cards. */
function CardPicker({ id, card, cards = [] }: { id: number; card: Card; cards?: Card[] }) {
  const navigate = useNavigate()
  const known = cards.some((own) => own.id === id) ? cards : [card, ...cards]
  if (known.length < 2) return null
  return (
    <div className="inbox-card">
      <SelectField
        label="Card"
        value={String(id)}
        options={known.map((one) => ({
          value: String(one.id),
          label: `${nameOf(one)} (${one.slug})`,
        }))}
        onChange={(chosen) => void navigate(`/inbox/${chosen}`)}
      />
    </div>
  )
}

function NoEntries({ card }: { card: Card }) {
  const hasForm = card.formConfig.fields.length > 0
  return (
    <EmptyState
      icon="inbox"
      title="No submissions yet"
      text={
        hasForm
          ? "Submissions from this card's form arrive here, and we'll email you."
          : 'This card has no form. Add one to let visitors send you their details.'
      }
    >
      <LinkButton to={`/card-editor/${card.id}?tab=form`} kind="primary">
        <Icon name="edit" size={18} />
        {hasForm ? 'Edit form' : 'Add a form'}
      </LinkButton>
    </EmptyState>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof RequestError && error.status === 403)
    return (
      <EmptyState icon="lock" title="Access denied" text={error.serverMessage}>
        <LinkButton to="/dashboard">Go Back to Dashboard</LinkButton>
      </EmptyState>
    )
  return (
    <>
      <ErrorPanel title="Error loading inbox" error={error} onRetry={onRetry} />
      <p>
        <LinkButton to="/dashboard">Go Back to Dashboard</LinkButton>
      </p>
    </>
  )
}
