/** The card's main actions: Save Contact, Call, Email, Share. */
import type { ReactNode } from 'react'
import type { PublicCard } from '../../schema/card.ts'
import { Icon, type IconName } from '../icons/Icon.tsx'
import { languageQuery, mailHref, telHref } from '../links.ts'
import type { Variant } from './Sections.tsx'

export function Actions({ card, variant }: { card: PublicCard; variant: Variant }) {
  const tel = telHref(card.phone)
  const mail = mailHref(card.email)
  const whom = card.name ? ` ${card.name}` : ''
  return (
    <div className="bc-act">
      {variant === 'full' && <SaveContact card={card} />}
      {tel && (
        <a
          className="bc-t"
          href={tel}
          aria-label={`Call${whom}`}
          data-act="phone"
          data-id="primary"
        >
          <Tile icon="phone">Call</Tile>
        </a>
      )}
      {mail && (
        <a
          className="bc-t"
          href={mail}
          aria-label={`Email${whom}`}
          data-act="email"
          data-id="primary"
        >
          <Tile icon="mail">Email</Tile>
        </a>
      )}
      <button className="bc-t bc-js" type="button" aria-label="Share this card" data-act="share">
        <Tile icon="share">Share</Tile>
      </button>
      {variant === 'full' && card.hasChat && <ChatButton />}
    </div>
  )
}

/** A plain link to the contact file, so saving works without JavaScript. */
export function SaveContact({ card }: { card: PublicCard }) {
  return (
    <a className="bc-save" href={`/api/vcard/${card.id}${languageQuery(card)}`} data-act="save">
      <Icon name="user-plus" />
      <span>Save Contact</span>
    </a>
  )
}

function Tile({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <>
      <Icon name={icon} />
      <span>{children}</span>
    </>
  )
}

// Opens the owner's chat in a sandboxed frame; nothing loads before the tap.

function ChatButton() {
  return (
    <button className="bc-tog bc-js" type="button" aria-haspopup="dialog" data-act="chat">
      <Icon name="chat" />
      <span>Chat</span>
    </button>
  )
}
