/** The gallery: two columns of small pictures, each a link to the large one. */
import type { PublicCard } from '../schema/card.ts'
import { pictures } from './pictures.ts'
import { Section } from './Section.tsx'

export function Gallery({ card }: { card: PublicCard }) {
  const shown = card.gallery.flatMap(({ url, alt }) => {
    const both = pictures(url, 'gallery', { width: 400, sizes: '(min-width:1024px) 250px,45vw' })
    return both ? [{ ...both, alt }] : []
  })
  if (shown.length === 0) return null
  return (
    <Section title="Gallery" variant="full">
      <div className="bc-gal">
        {shown.map(({ small, large, alt }, index) => (
          <a key={small.src} href={large} data-act="photo">
            <img
              {...small}
              alt={alt ?? `Gallery image ${index + 1} of ${shown.length}`}
              width={600}
              height={400}
              loading="lazy"
              decoding="async"
            />
          </a>
        ))}
      </div>
    </Section>
  )
}
