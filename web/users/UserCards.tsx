import { useState } from 'react'
import type { DeletedCard, ListedCard } from '../../schema/cards/card.ts'
import { viewPath } from '../../schema/screens.ts'
import type { User, UserRow } from '../../schema/users/user.ts'
import { restoreCard, useDeletedCards, useUserCards } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { DeleteCardDialog } from '../shell/DeleteCardDialog.tsx'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { Note } from '../ui/Notes.tsx'
import { StateBadge } from '../ui/StateBadge.tsx'
import { toast } from '../ui/toasts.ts'

/** A user's cards; level 5 also sees deleted cards, and links to the audit log. */
export function UserCards({ actor, row }: { actor: User; row: UserRow }) {
  const { cards, error, revalidate } = useUserCards(row.id)
  const mayDelete = actor.accessLevel >= 5
  const deleted = useDeletedCards(row.id, mayDelete)
  const [leaving, setLeaving] = useState<ListedCard>()
  if (error && !cards)
    return <ErrorPanel title={t('Error loading cards')} error={error} onRetry={revalidate} />
  if (!cards) return <p role="status">{t('Loading...')}</p>
  return (
    <>
      <ul
        className="stack user-cards"
        aria-label={t('Cards of {username}', { username: row.username })}
      >
        {cards.length === 0 && <li>{t('No business cards yet')}</li>}
        {cards.map((card) => (
          <CardLine
            key={card.id}
            card={card}
            onDelete={mayDelete ? () => setLeaving(card) : undefined}
          />
        ))}
        {deleted.map((card) => (
          <DeletedLine key={card.id} card={card} />
        ))}
        {mayDelete && (
          <li>
            <span className="user-card-name">{t('Change history')}</span>
            <LinkButton to={`/users?tab=audit&user=${row.id}`} size="small">
              {t('Changes to {username}', { username: row.username })}
            </LinkButton>
            <LinkButton to={`/users?tab=audit&actor=${row.id}`} size="small">
              {t('Changes by {username}', { username: row.username })}
            </LinkButton>
          </li>
        )}
      </ul>
      {leaving && <DeleteCardDialog card={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

function CardLine({ card, onDelete }: { card: ListedCard; onDelete: (() => void) | undefined }) {
  const name = card.name ?? card.slug
  return (
    <li>
      <span className="user-card-name">
        <strong dir="auto">{name}</strong>
        <small>{viewPath(card.slug)}</small>
      </span>
      {card.state !== 'live' && <StateBadge state={card.state} />}
      <LinkButton to={`/editor/${card.id}`} size="small">
        <Trans id="Edit<span> {name}</span>" values={{ name }} />
      </LinkButton>
      <LinkButton to={`/analytics/${card.id}`} size="small">
        <Trans id="Analytics<span> of {name}</span>" values={{ name }} />
      </LinkButton>
      {onDelete && (
        <Button
          kind="danger-text"
          size="small"
          label={t('Delete the card {slug}', { slug: card.slug })}
          onClick={onDelete}
          icon="trash"
        />
      )}
    </li>
  )
}

function DeletedLine({ card }: { card: DeletedCard }) {
  const { attempt, busy, failure } = useSubmit(t('Error'), t('Failed to restore card'))
  const restore = () =>
    void attempt(async () => {
      await restoreCard(card.id)
      toast(
        t('Card restored'),
        t('{viewPath} is back as it was.', { viewPath: viewPath(card.slug) }),
      )
    })
  return (
    <li>
      <span className="user-card-name">
        <strong dir="auto">{card.name ?? card.slug}</strong>
        <small>
          {t('{viewPath} · Deleted {time}', {
            viewPath: viewPath(card.slug),
            time: formatTimeInSentence(card.deletedAt),
          })}
        </small>
      </span>
      <Button
        size="small"
        aria-label={t('Restore the card {slug}', { slug: card.slug })}
        busy={busy && t('Restoring...')}
        onClick={restore}
      >
        {t('Restore')}
      </Button>
      {failure && <Note kind="bad">{failure}</Note>}
    </li>
  )
}
