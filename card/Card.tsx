/** The card component, shared by the public page and the editor preview. */
import type { PublicCard } from '../schema/card.ts'
import { Actions } from './parts/Actions.tsx'
import { CardHeader, Cover } from './parts/CardHeader.tsx'
import { Contact } from './parts/Contact.tsx'
import { Exchange } from './parts/ExchangeForm.tsx'
import type { Variant } from './parts/Sections.tsx'
import { About, CustomButtons, Gallery, Location, SocialLinks, Video } from './parts/Sections.tsx'

/** A card with its theme wrapper. Button colors come from the style sheet of `cardRules`. */
export function Card({ card, variant }: { card: PublicCard; variant: Variant }) {
  return (
    <div className="bc-page" data-theme={card.theme}>
      <CardArticle card={card} variant={variant} />
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
  avatar,
  leftSections = 0,
}: {
  card: PublicCard
  variant: Variant
  avatar?: string
  leftSections?: number
}) {
  const part = { card, variant }
  const full = variant === 'full'
  const sections = [
    <About key="about" {...part} />,
    <CustomButtons key="buttons" card={card} />,
    <SocialLinks key="social" {...part} />,
    full && <Gallery key="gallery" card={card} />,
    full && <Exchange key="exchange" card={card} />,
    <Video key="video" {...part} />,
    full && <Location key="location" card={card} />,
  ]
  return (
    <article className="bc h-card">
      <Cover card={card} />
      <div className="bc-body">
        <div>
          <CardHeader {...part} avatar={avatar} />
          <Actions {...part} />
          <Contact {...part} />
          {sections.slice(0, leftSections)}
        </div>
        <div>{sections.slice(leftSections)}</div>
      </div>
    </article>
  )
}
