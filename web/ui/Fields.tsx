import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { Card } from '../../schema/cards/card.ts'
import { languageName } from '../../schema/language.ts'
import { t } from '../messages/t.ts'

type Passed = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'autoFocus'
  | 'spellCheck'
  | 'placeholder'
  | 'readOnly'
  | 'lang'
  | 'dir'
  | 'aria-required'
>

/** A controlled text field with one or several lines; null is empty. */
export function TextField({
  label,
  hint,
  optional,
  error,
  value,
  onChange,
  multiline,
  prefix,
  max,
  onBlur,
  ...passed
}: FrameProps &
  Passed & {
    value: string | null | undefined
    onChange: (text: string) => void
    /** Number of rows of a multi-line text. */
    multiline?: number
    /** Fixed text before the input, such as the start of a URL. */
    prefix?: string
    /** Shows a counter; the text is not cut. */
    max?: number
    onBlur?: () => void
  }) {
  const text = value ?? ''
  const shared = { className: 'input', dir: 'auto', value: text, onBlur, ...passed } as const
  return (
    <FieldFrame
      label={label}
      hint={hint}
      optional={optional}
      error={error}
      length={[...text].length}
      max={max}
    >
      {(marks) =>
        multiline ? (
          <textarea
            {...shared}
            {...marks}
            rows={multiline}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <PrefixBox prefix={prefix}>
            <input {...shared} {...marks} onChange={(event) => onChange(event.target.value)} />
          </PrefixBox>
        )
      }
    </FieldFrame>
  )
}

function PrefixBox({ prefix, children }: Pick<ComponentProps<'div'>, 'prefix' | 'children'>) {
  if (!prefix) return children
  return (
    <div className="input-prefixed">
      <span className="clipped" dir="ltr" title={prefix}>
        {prefix}
      </span>
      {children}
    </div>
  )
}

/** A hidden file input; `ref.current.click()` opens the file picker. */
export function FileInput({
  label,
  onPick,
  ...rest
}: Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'multiple'> & {
  label: string
  onPick: (files: File[]) => void
}) {
  return (
    <input
      {...rest}
      type="file"
      aria-label={label}
      hidden
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // Allows choosing the same file again.
        currentTarget.value = ''
        onPick(files)
      }}
    />
  )
}

/** A native select. */
export function SelectField<Value extends string>({
  options,
  value,
  onChange,
  ...frame
}: FrameProps & {
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <FieldFrame {...frame}>
      {(marks) => (
        <select
          className="input"
          {...marks}
          value={value}
          onChange={(event) => choose(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

export type FrameProps = {
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  error?: string
}

/** Layout of a field: label, hint and error around the input, which `children` renders. */
export function FieldFrame({
  label,
  hint,
  optional,
  error,
  length,
  max,
  children,
}: FrameProps & {
  /** With `max`, shows a counter such as "12 of 30". Text that is too long shows an error and is never cut. */
  length?: number
  max?: number
  children: (input: InputMarks) => ReactNode
}) {
  const id = useId()
  const counted = max !== undefined && length !== undefined
  const described = [hint && `${id}-hint`, counted && `${id}-count`, error && `${id}-error`]
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional && <span className="field-optional">{t('Optional')}</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
      {counted && (
        <p className="field-count" id={`${id}-count`} data-over={length > max || undefined}>
          {t('{length} of {max}', { length, max })}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
    </div>
  )
}

type InputMarks = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Selects one of a card's languages; renders nothing if there is only one. */
export function CardLanguageField({
  languages,
  ...field
}: {
  languages: string[]
  value: string
  onChange: (language: string) => void
}) {
  if (languages.length < 2) return null
  const options = languages.map((value) => ({ value, label: languageName(value) }))
  return <SelectField label={t('Language')} options={options} {...field} />
}

/** The languages of a card, its base language first. */
export function languagesOf({ language, locales }: Pick<Card, 'language' | 'locales'>): string[] {
  return [language, ...Object.keys(locales)]
}
