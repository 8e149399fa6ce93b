/** A video behind a play button: the player, and whoever serves it, is asked only on a press. */
import type { PublicCard } from '../schema/card.ts'
import { Icon } from './Icon.tsx'
import { outward, video } from './links.ts'
import { Section, type Variant } from './Section.tsx'

export function Video({ card, variant }: { card: PublicCard; variant: Variant }) {
  const found = video(card.videoUrl)
  if (!found) return null
  return (
    <Section title="Video" variant={variant}>
      <div className="bc-vid">
        <a
          className="bc-play"
          href={found.href}
          aria-label="Play video"
          data-act="video"
          data-kind={found.kind}
          data-src={found.src}
          {...outward(found.href)}
        >
          <span>
            <Icon name="play" size={26} />
          </span>
        </a>
      </div>
    </Section>
  )
}
