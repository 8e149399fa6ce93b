import type { Card } from '../../schema/cards/card.ts'
import { languageName } from '../../schema/language.ts'
import { t } from '../messages/t.ts'
import { languagesOf, SelectField } from '../ui/Fields.tsx'

type Props = {
  card: Card
  /** Undefined for the visitor's language. */
  language: string | undefined
  onChange: (language: string | undefined) => void
}

/** Selects the language in which links and codes open the card. Renders nothing if the card has only one. */
export function LinkLanguageField({ card, language, onChange }: Props) {
  const languages = languagesOf(card)
  if (languages.length < 2) return null
  return (
    <div className="panel share-plain">
      <SelectField
        label={t('Links and codes open in')}
        hint={t('For every link, QR code, print, tag and signature that you take from this page.')}
        options={[
          { value: '', label: t("The visitor's language") },
          ...languages.map((value) => ({ value, label: languageName(value) })),
        ]}
        value={language ?? ''}
        onChange={(value) => onChange(value || undefined)}
      />
    </div>
  )
}

/** Returns a link that opens the card in this language; undefined leaves it to the visitor's. */
export function linkInLanguage(link: string, language: string | undefined): string {
  if (!language) return link
  const url = new URL(link)
  url.searchParams.set('l', language)
  return url.href
}
