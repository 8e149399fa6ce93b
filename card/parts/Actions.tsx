/** The card's main actions: Save Contact, Exchange contact, Call, Email, Share. */
import type { ReactNode } from 'react'
import type { PublicCard } from '../../schema/cards/card.ts'
import { Icon } from '../icons/Icon.tsx'
import { type CardWithUnlockTokens, inertTelHref, mailHref, unlockQuery } from '../links.ts'
import { type CardWords, fill } from '../words/en.ts'
import type { TelHref } from './Contact.tsx'
import type { Variant } from './Sections.tsx'

type Props = { card: PublicCard; words: CardWords }

export function Actions({
  card,
  variant,
  words,
  exchange,
  telHref = inertTelHref,
}: Props & { variant: Variant; exchange?: ReactNode; telHref?: TelHref | undefined }) {
  const tel = telHref(card.phone)
  const mail = mailHref(card.email)
  const label = (text: string, withName: string) =>
    card.name ? fill(withName, { name: card.name }) : text
  return (
    <div className="bc-act">
      {variant === 'full' && <SaveContact card={card} words={words} />}
      {exchange}
      {tel && (
        <a
          className="bc-t"
          href={tel}
          aria-label={label(words.call, words.callName)}
          data-act="phone"
          data-id="primary"
        >
          {words.call}
        </a>
      )}
      {mail && (
        <a
          className="bc-t"
          href={mail}
          aria-label={label(words.email, words.emailName)}
          data-act="email"
          data-id="primary"
        >
          {words.email}
        </a>
      )}
      <button className="bc-t bc-js" type="button" aria-label={words.shareCard} data-act="share">
        {words.share}
      </button>
      {variant === 'full' && card.hasChat && <ChatButton card={card} words={words} />}
    </div>
  )
}

/** A link to the contact file, so that saving works without JavaScript. */
export function SaveContact({ card, words }: Props) {
  return (
    <a className="bc-save" href={`/api/vcard/${card.id}${unlockQuery(card)}`} data-act="save">
      <Icon name="user-plus" />
      <span>{words.saveContact}</span>
    </a>
  )
}

/** Opens the owner's chat in a sandboxed frame. Nothing of it is loaded before the tap. */
function ChatButton({ card, words }: { card: CardWithUnlockTokens; words: CardWords }) {
  const token = card.unlockToken ?? card.chatUnlockToken
  return (
    <button
      className="bc-tog bc-js"
      type="button"
      aria-haspopup="dialog"
      data-act="chat"
      data-src={`/embed/${card.id}?l=${words.language}${token ? `&p=${token}` : ''}`}
    >
      <Icon name="chat" />
      <span>{words.chat}</span>
    </button>
  )
}
