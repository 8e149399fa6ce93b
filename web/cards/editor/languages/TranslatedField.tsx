import { type ComponentProps, type ComponentType, use } from 'react'
import { directionOf } from '../../../../schema/language.ts'
import { nameOfLanguage } from '../../../messages/language.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Fields.tsx'
import { readText, type TextKey, TranslationContext, writeText } from './translation.ts'

type TextFieldProps = ComponentProps<typeof TextField>
type Labeled = TextFieldProps & { label: string }

/** A text field of the card. Edits the selected translation; a field without translations is marked as shared. */
export function CardTextField({
  of,
  Text = TextField,
  ...field
}: Labeled & {
  /** The text that it edits; undefined if the field is the same in all languages. */
  of: TextKey | undefined
  /** The component of the field. */
  Text?: ComponentType<TextFieldProps>
}) {
  const translation = use(TranslationContext)
  if (!translation || !of)
    return <Text {...field} label={sharedLabel(field.label, translation ?? {})} />
  const { draft, change, errors, language } = translation
  const path = ['locales', language, of.name, ...(of.key === undefined ? [] : [of.key])].join('.')
  return (
    <TranslatedField
      {...field}
      Text={Text}
      language={language}
      baseLanguage={draft.language}
      base={field.value}
      error={errors[path]}
      value={readText(draft.locales[language], of)}
      onChange={(value) => change(writeText(draft, language, { ...of, value }))}
    />
  )
}

/** A field for the translation of a text, with the text in the base language as a hint. */
export function TranslatedField({
  Text = TextField,
  language,
  baseLanguage,
  base,
  hint,
  ...field
}: Labeled & {
  Text?: ComponentType<TextFieldProps>
  language: string
  baseLanguage: string
  /** The text in the base language. */
  base: string | null | undefined
}) {
  const missing = Boolean(base) && !field.value
  const copy = () => field.onChange(base ?? '')
  return (
    <div className="translated">
      <Text
        {...field}
        autoComplete="off"
        lang={language}
        dir={directionOf(language)}
        label={missing ? missingLabel(field.label) : field.label}
        hint={
          <>
            {field.readOnly && hint}{' '}
            {base ? (
              <>
                {nameOfLanguage(baseLanguage)}:{' '}
                <span className="base-text" lang={baseLanguage} dir="auto">
                  {base}
                </span>
              </>
            ) : (
              (!field.readOnly && hint) ||
              t('No text in {language}', { language: nameOfLanguage(baseLanguage) })
            )}
          </>
        }
      />
      {missing && !field.readOnly && (
        <Button
          kind="ghost"
          size="small"
          aria-label={t('Copy {field} from {language}', {
            field: field.label,
            language: nameOfLanguage(baseLanguage),
          })}
          onClick={copy}
        >
          {t('Copy')}
        </Button>
      )}
    </div>
  )
}

export function missingLabel(label: string) {
  return (
    <>
      {label} <span className="mark-missing">{t('Missing')}</span>
    </>
  )
}

/** While a translation is edited, marks the label of a field that is the same in every language. */
export function sharedLabel(label: string, { language }: { language?: string | undefined }) {
  if (!language) return label
  return (
    <>
      {label} <span className="mark-shared">{t('All languages')}</span>
    </>
  )
}
