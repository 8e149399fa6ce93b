import { Icon } from '../../../card/icons/Icon.tsx'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { themeName } from '../../../schema/cards/theme.ts'
import { pocketPath, viewPath } from '../../../schema/screens.ts'
import { t, translated } from '../../messages/t.ts'
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
      ? t('Moved: visitors are sent to {viewPath}', { viewPath: viewPath(card.successor.slug) })
      : stateMeaning[card.state]
  return (
    <section className="panel first-card" aria-labelledby="first-card">
      <h2 id="first-card">{t('Your Digital Business Card')}</h2>
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
            {t('Edit Card')}
          </LinkButton>
          <ShareButton title={card.name ?? card.slug} link={link} />
          <Button onClick={onQr}>
            <Icon name="qr" size={18} />
            {t('QR Code')}
          </Button>
        </div>
        <dl>
          <dt>{t('Theme')}</dt>
          <dd>{translated(themeName(card.theme))}</dd>
          <dt>{t('Updated')}</dt>
          <dd>{formatDateTime(card.updatedAt)}</dd>
          {meaning && (
            <>
              <dt>{t('State')}</dt>
              <dd>{meaning}</dd>
            </>
          )}
        </dl>
        <div className="first-card-more">
          <CopyLine link={link} />
          <ViewButton href={viewPath(card.slug)} />
          <LinkButton to={pocketPath(card.id)}>
            <Icon name="phone-device" size={18} />
            {t('Pocket mode')}
          </LinkButton>
          <LinkButton to={`/share/${card.id}`}>
            <Icon name="share" size={18} />
            {t('Share points')}
          </LinkButton>
          <LinkButton to={`/inbox/${card.id}`}>
            <Icon name="inbox" size={18} />
            {t('Inbox')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

/** What visitors see of a card that is not live. */
const stateMeaning = {
  live: undefined,
  draft: t('Draft: only you and administrators can see it'),
  paused: t('Paused: visitors see your name and a short note'),
  // Without a public successor.
  moved: t('Moved: visitors see that the card is no longer in use'),
  left: t('Left: visitors see that the card is no longer in use'),
} as const
