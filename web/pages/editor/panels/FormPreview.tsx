import { ExchangeForm, thankYou } from '../../../../card/ExchangeForm.tsx'
import type { PublicCard } from '../../../../schema/card.ts'

/** The form as visitors see it, in the theme of the card; a picture, not to be filled in. */
export function FormPreview({ card }: { card: PublicCard }) {
  return (
    <figure className="form-preview">
      <figcaption>What visitors see</figcaption>
      <div className="thumb" aria-hidden="true" inert>
        <div className="bc-page" data-theme={card.theme}>
          <div className="bc">
            <div className="form-preview-page">
              <ExchangeForm card={card} />
            </div>
          </div>
        </div>
      </div>
      <p className="field-hint">
        Then: <bdi>{card.formConfig.thanks ?? thankYou}</bdi>
      </p>
    </figure>
  )
}
