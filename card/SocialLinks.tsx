/** The owner's social networks, as a grid of icons. */
import type { PublicCard } from '../schema/card.ts'
import { networkName } from '../schema/social.ts'
import { outward, socialLinks } from './links.ts'
import { NetworkIcon } from './NetworkIcon.tsx'
import { Section, type Variant } from './Section.tsx'

export function SocialLinks({ card, variant }: { card: PublicCard; variant: Variant }) {
  const links = socialLinks(card)
  if (links.length === 0) return null
  return (
    <Section title="Connect" variant={variant}>
      <ul className="bc-soc">
        {links.map(({ key, href }) => (
          <li key={key}>
            <a
              href={href}
              aria-label={networkName(key)}
              title={networkName(key)}
              data-act="social"
              data-id={key}
              {...outward(href)}
            >
              <NetworkIcon network={key} size={22} />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
