import { Icon } from '../../../card/icons/Icon.tsx'
import type { ListedCard } from '../../../schema/card.ts'
import { pocketPath, viewPath } from '../../../schema/screens.ts'
import { themeName } from '../../../schema/theme.ts'
import { product } from '../../product.ts'
import { Button, LinkButton, ViewButton } from '../../ui/Button.tsx'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { formatDateTime } from '../../ui/format-date.ts'
import { ShareButton } from '../../ui/ShareButton.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'

/** The oldest card, large: preview, link and actions. */
export function FirstCard({ card, onQr }: { card: ListedCard; onQr: () => void }) {
  const role = [card.title, card.company].filter(Boolean).join(', ')
  const link = product.origin + viewPath(card.slug)
  const meaning =
    card.successor && card.state === 'moved'
      ? `Moved: visitors are sent to ${viewPath(card.successor.slug)}`
      : stateMeaning[card.state]
  return (
    <section className="panel first-card" aria-labelledby="first-card">
      <h2 id="first-card">Your Digital Business Card</h2>
      <CardThumb card={card} className="first-card-thumb" />
      <div className="first-card-facts">
        <div>
          <h3>
            {card.name ?? card.slug} {card.state !== 'live' && <StateBadge state={card.state} />}
          </h3>
          {role && <p>{role}</p>}
        </div>
        <div className="first-card-actions">
          <LinkButton to={`/editor/${card.id}`} kind="primary">
            <Icon name="edit" size={18} />
            Edit Card
          </LinkButton>
          <ShareButton title={card.name ?? card.slug} link={link} />
          <Button onClick={onQr}>
            <Icon name="qr" size={18} />
            QR Code
          </Button>
        </div>
        <dl>
          <dt>Theme</dt>
          <dd>{themeName(card.theme)}</dd>
          <dt>Updated</dt>
          <dd>{formatDateTime(card.updatedAt)}</dd>
          {meaning && (
            <>
              <dt>State</dt>
              <dd>{meaning}</dd>
            </>
          )}
        </dl>
        <div className="first-card-more">
          <CopyLine link={link} />
          <ViewButton href={viewPath(card.slug)} />
          <LinkButton to={pocketPath(card.id)}>
            <Icon name="phone-device" size={18} />
            Pocket mode
          </LinkButton>
          <LinkButton to={`/share/${card.id}`}>
            <Icon name="share" size={18} />
            Share points
          </LinkButton>
          <LinkButton to={`/inbox/${card.id}`}>
            <Icon name="inbox" size={18} />
            Inbox
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

/** What visitors see of a card that is not live. */
const stateMeaning = {
  live: undefined,
  draft: 'Draft: only you can see it',
  paused: 'Paused: visitors see your name and a short note',
  // Without a public successor.
  moved: 'Moved: visitors see that the card is no longer in use',
  left: 'Left: visitors see that the card is no longer in use',
} as const
