import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { ListedCard } from '../../../schema/card.ts'
import { pocketPath, viewPath } from '../../../schema/screens.ts'
import { themeName } from '../../../schema/theme.ts'
import { product } from '../../product.ts'
import { Button, LinkButton, NewTabButton } from '../../ui/Button.tsx'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { formatDateTime } from '../../ui/format-date.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { errorToast } from '../../ui/toasts.ts'

/** The oldest card, large: preview, link and actions. */
export function FirstCard({ card, onQr }: { card: ListedCard; onQr: () => void }) {
  const role = [card.title, card.company].filter(Boolean).join(', ')
  const link = product.origin + viewPath(card.slug)
  const meaning = stateMeaning[card.state]
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
        </div>
        <div className="first-card-actions">
          <CopyLine link={link} />
          <LinkButton to={`/editor/${card.id}`} kind="primary" size="large">
            <Icon name="edit" size={18} />
            Edit Card
          </LinkButton>
          <div className="first-card-more">
            <NewTabButton href={viewPath(card.slug)}>
              <Icon name="arrow" size={18} />
              View
              <span className="hidden-text">in a new tab</span>
            </NewTabButton>
            <Button onClick={onQr}>
              <Icon name="qr" size={18} />
              QR Code
            </Button>
            <LinkButton to={pocketPath(card.id)}>
              <Icon name="phone-device" size={18} />
              Pocket mode
            </LinkButton>
            <ShareButton title={card.name ?? card.slug} link={link} />
            <LinkButton to={`/inbox/${card.id}`}>
              <Icon name="inbox" size={18} />
              Inbox
            </LinkButton>
          </div>
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
} as const

/** Opens the device's share sheet; renders nothing if there is none. */
export function ShareButton({ title, link }: { title: string; link: string }) {
  const [failed, setFailed] = useState(false)
  if (!('share' in navigator)) return null
  const share = () =>
    void navigator.share({ title, url: link }).then(
      () => setFailed(false),
      (error) => {
        // Closing the sheet is not an error.
        if (error instanceof DOMException && error.name === 'AbortError') return
        setFailed(true)
        errorToast('Share failed', byHand)
      },
    )
  return (
    <>
      <Button onClick={share}>
        <Icon name="share" size={18} />
        Share
      </Button>
      {failed && <p className="field-error">{byHand}</p>}
    </>
  )
}

const byHand = 'The link was not shared. Copy it and send it yourself.'
