import type { Card } from '../../schema/cards/card.ts'
import { languageName } from '../../schema/language.ts'
import { t } from '../messages/t.ts'
import { SelectField } from './SelectField.tsx'

type Props = { languages: string[]; value: string; onChange: (language: string) => void }

/** Selects a language of a card; nothing for a card with one. */
export function CardLanguageField({ languages, ...field }: Props) {
  if (languages.length < 2) return null
  const options = languages.map((value) => ({ value, label: languageName(value) }))
  return <SelectField label={t('Language')} options={options} {...field} />
}

/** The languages of a card, its base language first. */
export function languagesOf({ language, locales }: Pick<Card, 'language' | 'locales'>): string[] {
  return [language, ...Object.keys(locales)]
}
