import { CardArticle } from '../../../../card/Card.tsx'
import { SaveContact } from '../../../../card/parts/Actions.tsx'
import { english } from '../../../../card/words/en.ts'
import type { Sample } from '../people.ts'

/**
 * A real card as an illustration, with Save Contact fixed at its bottom as on a phone; the text
 * next to it is its label.
 */
export function SampleCard({
  sample: { card, face },
  className,
}: {
  sample: Sample
  className: string
}) {
  return (
    <div className={`thumb ${className}`} aria-hidden="true" inert>
      <div className="bc-page" data-theme={card.theme}>
        <CardArticle card={card} variant="preview" avatar={facePicture(face)} />
        <div className="sample-dock">
          <SaveContact card={card} words={english} />
        </div>
      </div>
    </div>
  )
}

export function facePicture(face: string): string {
  return `/landing/people/${face}.webp`
}
