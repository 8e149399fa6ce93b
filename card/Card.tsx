/** The card component, shared by the public page and the editor preview. */
import { Fragment, type ReactNode } from 'react'
import type { PublicCard } from '../schema/cards/card.ts'
import { Actions } from './parts/Actions.tsx'
import { CardHeader, Cover } from './parts/CardHeader.tsx'
import { Contact, type TelHref } from './parts/Contact.tsx'
import type { Variant } from './parts/Sections.tsx'
import { About, CustomButtons, Gallery, Location, SocialLinks, Video } from './parts/Sections.tsx'
import { type CardWords, english } from './words/en.ts'

/** A card with its theme wrapper. Button colors come from the style sheet of `cardRules`. */
export function Card({
  card,
  ...part
}: {
  card: PublicCard
  variant: Variant
  words?: CardWords
  exchange?: ReactNode
  telHref?: TelHref
}) {
  return (
    <div className="bc-page" data-theme={card.theme}>
      <CardArticle card={card} {...part} />
    </div>
  )
}

/**
 * A card without its theme wrapper. `avatar` is the photo as a data URL, when the page inlines it.
 * `leftSections` is for screens wide enough for two columns.
 */
export function CardArticle({
  card,
  variant,
  words = english,
  avatar,
  exchange,
  telHref,
  leftSections = 0,
}: {
  card: PublicCard
  variant: Variant
  /** English if absent. */
  words?: CardWords | undefined
  avatar?: string
  /** The exchange form, which most screens of the app do not load. */
  exchange?: ReactNode
  /** The reader of phone numbers, which only cards that can be pressed need. */
  telHref?: TelHref
  leftSections?: number
}) {
  const part = { card, variant, words }
  const fullPart = { card, words }
  const full = variant === 'full'
  const sections = [
    <About key="about" {...part} />,
    <CustomButtons key="buttons" {...fullPart} />,
    <SocialLinks key="social" {...part} />,
    full && <Gallery key="gallery" {...fullPart} />,
    <Fragment key="exchange">{exchange}</Fragment>,
    <Video key="video" {...part} />,
    full && <Location key="location" {...fullPart} />,
  ]
  return (
    <article className="bc h-card">
      <Cover card={card} />
      <div className="bc-body">
        <div>
          <CardHeader {...part} avatar={avatar} />
          <Actions {...part} telHref={telHref} />
          <Contact {...part} telHref={telHref} />
          {sections.slice(0, leftSections)}
        </div>
        <div>{sections.slice(leftSections)}</div>
      </div>
    </article>
  )
}
