/** The card as the public page and the app show it. */
import type { ReactNode } from 'react'
import type { PublicCard } from '../schema/cards/card.ts'
import { Actions } from './parts/Actions.tsx'
import { CardHeader, Cover } from './parts/CardHeader.tsx'
import { Contact, type TelHref } from './parts/Contact.tsx'
import type { Variant } from './parts/Sections.tsx'
import { About, CustomButtons, Gallery, Location, SocialLinks, Video } from './parts/Sections.tsx'
import { type CardWords, english } from './words/en.ts'

/** A card with the wrapper that sets its theme. The page must include `cardRules` for the colors of buttons. */
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

/** A card without the wrapper of its theme. */
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
  /** The photo as a data URL, for a page that inlines it. */
  avatar?: string
  /** The exchange form. It is passed in, because most screens of the app do not load it. */
  exchange?: ReactNode
  /** Makes links of phone numbers. Only a card whose links work needs one. */
  telHref?: TelHref
  /** How many sections are in the left column, on screens wide enough for two. */
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
    <Video key="video" {...part} />,
    full && <Location key="location" {...fullPart} />,
  ]
  return (
    <article className="bc h-card">
      <Cover card={card} />
      <div className="bc-body">
        <div>
          <CardHeader {...part} avatar={avatar} />
          <Actions {...part} exchange={exchange} telHref={telHref} />
          <Contact {...part} telHref={telHref} />
          {sections.slice(0, leftSections)}
        </div>
        <div>{sections.slice(leftSections)}</div>
      </div>
    </article>
  )
}
