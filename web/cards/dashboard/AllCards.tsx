import type { ListedCard } from '../../../schema/cards/card.ts'
import { viewPath } from '../../../schema/screens.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t } from '../../messages/t.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'

/** The grid of a user's cards. */
export function AllCards({
  cards,
  level,
  onQr,
  onDelete,
}: {
  cards: ListedCard[]
  level: number
  onQr: (card: ListedCard) => void
  onDelete: (card: ListedCard) => void
}) {
  return (
    <section className="all-cards" aria-labelledby="all-cards">
      <h2 id="all-cards">{t('All Your Cards')}</h2>
      <ul>
        {cards.map((card) => (
          <CardTile
            key={card.id}
            card={card}
            canTemplate={level >= 4}
            onQr={() => onQr(card)}
            onDelete={level >= 5 ? () => onDelete(card) : undefined}
          />
        ))}
      </ul>
    </section>
  )
}

type TileProps = {
  card: ListedCard
  /** Whether a template can be created from the card. */
  canTemplate: boolean
  onQr: () => void
  onDelete: (() => void) | undefined
}

/** A card in the grid. Without `onDelete`, the user may not delete it. */
function CardTile(props: TileProps) {
  const { card } = props
  return (
    <li className="panel card-tile">
      <CardThumb card={card} className="card-tile-thumb" />
      {card.state !== 'live' && <StateBadge state={card.state} />}
      <div className="card-tile-text">
        <h3 className="clipped">{card.name ?? card.slug}</h3>
        <p className="muted clipped">{viewPath(card.slug)}</p>
      </div>
      <TileActions {...props} />
    </li>
  )
}

function TileActions({ card, canTemplate, onQr, onDelete }: TileProps) {
  const name = card.name ?? card.slug
  const icon = { kind: 'ghost', size: 'small' } as const
  return (
    <div className="card-tile-actions">
      <LinkButton to={`/editor/${card.id}`} size="small">
        <Trans id="Edit<span> {name}</span>" values={{ name }} />
      </LinkButton>
      <LinkButton to={`/analytics/${card.id}`} size="small">
        <Trans id="Analytics<span> of {name}</span>" values={{ name }} />
      </LinkButton>
      <LinkButton to={`/inbox/${card.id}`} size="small">
        <Trans id="Inbox<span> of {name}</span>" values={{ name }} />
      </LinkButton>
      <LinkButton
        {...icon}
        to={`/share/${card.id}`}
        label={t('Share points of {name}', { name })}
        icon="share"
      />
      <Button {...icon} label={t('QR Code for {name}', { name })} onClick={onQr} icon="qr" />
      {canTemplate && (
        <LinkButton
          {...icon}
          to={`/templates/new?card=${card.id}`}
          label={t('Create a template from {name}', { name })}
          icon="copy"
        />
      )}
      {onDelete && (
        <Button
          {...icon}
          kind="danger-text"
          label={t('Delete {name}', { name })}
          onClick={onDelete}
          icon="trash"
        />
      )}
    </div>
  )
}
