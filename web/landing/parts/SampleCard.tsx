import { telHref } from '../../../card/contact/phone.ts'
import { Actions, SaveContact } from '../../../card/parts/Actions.tsx'
import { CardHeader, Cover } from '../../../card/parts/CardHeader.tsx'
import { Contact } from '../../../card/parts/Contact.tsx'
import { words as german } from '../../../card/words/de.ts'
import { type CardWords, english } from '../../../card/words/en.ts'
import { words as spanish } from '../../../card/words/es.ts'
import { words as french } from '../../../card/words/fr.ts'
import { words as japanese } from '../../../card/words/ja.ts'
import type { AppLanguage } from '../../../schema/app-language.ts'
import { blankCard } from '../../../schema/cards/blank-card.ts'
import { language } from '../../messages/language.ts'
import type { Sample } from '../people.ts'

const byLanguage: Record<AppLanguage, Omit<CardWords, 'language'>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  ja: japanese,
}
const words = { ...byLanguage[language], language }

/**
 * A real card as an illustration, with Save Contact fixed at its bottom as on a phone; the text
 * next to it is its label. A `low` one shows only the phone of the contact rows.
 */
export function SampleCard({
  sample: { card, face },
  className,
  low = false,
}: {
  sample: Sample
  className: string
  low?: boolean
}) {
  const part = { card, variant: 'preview', words, telHref } as const
  const shown = low ? { ...blankCard, phone: card.phone } : card
  return (
    <div className={`thumb ${className}`} aria-hidden="true" inert>
      <div className="bc-page" data-theme={card.theme}>
        <article className="bc h-card">
          <Cover card={card} />
          <div className="bc-body">
            <div>
              <CardHeader {...part} avatar={facePicture(face)} />
              <Actions {...part} />
              <Contact {...part} card={shown} />
            </div>
            <div />
          </div>
        </article>
        <div className="sample-dock">
          <SaveContact card={card} words={words} />
        </div>
      </div>
    </div>
  )
}

export function facePicture(face: string): string {
  return `/landing/people/${face}.webp`
}
