/** Where to find the owner: the address behind Show Map, with a link that opens it in a map; the map itself takes a press and script. */
import type { PublicCard } from '../schema/card.ts'
import { Icon } from './Icon.tsx'
import { mapLink, outward } from './links.ts'
import { Section } from './Section.tsx'

export function Location({ card }: { card: PublicCard }) {
  if (!card.address) return null
  const href = mapLink(card.address)
  return (
    <Section title="Location" variant="full" id="location">
      <details className="bc-loc">
        <summary className="bc-tog" data-act="map">
          <Icon name="map" />
          <span className="bc-show">Show Map</span>
          <span className="bc-hide">Hide Map</span>
        </summary>
        <div className="bc-map" id="map">
          <address dir="auto">{card.address}</address>
          <a href={href} {...outward(href)}>
            Open in Maps
          </a>
        </div>
      </details>
    </Section>
  )
}
