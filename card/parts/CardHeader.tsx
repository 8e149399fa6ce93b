/** The top of a card: cover, photo or initials, name, pronouns, title, company. */
import type { PublicCard } from '../../schema/cards/card.ts'
import { initials } from '../initials.ts'
import { textProps } from '../links.ts'
import { type CardWords, fill } from '../words/en.ts'
import type { Variant } from './Sections.tsx'
import { imageProps } from './srcset.ts'

/** The theme's cover art, with the cover photo over it if there is one. */
export function Cover({ card }: { card: PublicCard }) {
  const photo = imageProps(card.coverPhoto, 'cover', {
    width: 960,
    sizes: '(min-width:1024px) 960px,100vw',
  })
  if (!photo) return <div className="bc-cover" />
  // React adds a preload for an image unless the image is lazy, low priority or inside <picture>.
  return (
    <picture className="bc-cover">
      <img
        {...photo}
        alt={card.customizations.alts?.coverPhoto ?? ''}
        width={1200}
        height={400}
        fetchPriority="high"
      />
    </picture>
  )
}

type Props = { card: PublicCard; words: CardWords }

/** `avatar` is the URL of a photo to show in place of the card's own. */
export function CardHeader({
  card,
  variant,
  words,
  avatar,
}: Props & {
  variant: Variant
  avatar?: string
}) {
  const Name = variant === 'full' ? 'h1' : 'h2'
  const role = [card.title, card.customizations.department].filter(Boolean).join(words.comma)
  return (
    <header className="bc-id">
      <Avatar card={card} words={words} avatar={avatar} />
      <Name className="bc-name p-name" {...textProps(card, words, card.name ? 'name' : 'company')}>
        {card.name ?? card.company ?? card.slug}
      </Name>
      {card.customizations.pronouns && (
        <p className="bc-pro" {...textProps(card, words, 'pronouns')}>
          {card.customizations.pronouns}
        </p>
      )}
      {role && (
        <p
          className="bc-role p-job-title"
          {...textProps(card, words, card.title ? 'title' : 'department')}
        >
          {role}
        </p>
      )}
      <Company card={card} words={words} />
    </header>
  )
}

function Avatar({ card, words, avatar }: Props & { avatar?: string }) {
  const photo = avatar
    ? { src: avatar }
    : imageProps(card.profilePicture, 'profile', { width: 256, sizes: '136px' })
  return (
    <div className="bc-ava">
      {photo ? (
        <img
          {...photo}
          className="u-photo"
          alt={
            card.customizations.alts?.profilePicture ??
            (card.name ? fill(words.portraitOf, { name: card.name }) : words.portrait)
          }
          width={136}
          height={136}
          // Low, so that React adds no preload. Only the landing page passes `avatar`.
          fetchPriority={avatar ? undefined : 'low'}
        />
      ) : (
        <span aria-hidden="true">{initials(card.name)}</span>
      )}
    </div>
  )
}

function Company({ card, words }: Props) {
  // Only `src` is used, so `sizes` is empty.
  const logo = imageProps(card.logoUrl, 'logo', { width: 250, sizes: '' })
  if (!card.company && !logo) return null
  return (
    <p className="bc-org">
      {logo && (
        <img
          src={logo.src}
          className={card.logoTone ? `bc-${card.logoTone}` : undefined}
          alt={
            card.customizations.alts?.logoUrl ??
            (card.company ? fill(words.logoOf, { name: card.company }) : words.logo)
          }
          loading="lazy"
        />
      )}
      {card.company && (
        <span className="p-org" {...textProps(card, words, 'company')}>
          {card.company}
        </span>
      )}
    </p>
  )
}
