/**
 * The contact exchange form, folded behind a button. Plain HTML, so it works without JavaScript; the
 * address `#exchange` opens it.
 */
import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { PublicCard } from '../../schema/card.ts'
import { answerEmailPattern, answerMaxLength, type FormFieldKey } from '../../schema/form.ts'
import { Icon } from '../icons/Icon.tsx'
import { languageQuery, textProps } from '../links.ts'
import type { CardWords } from '../words/en.ts'
import { fill } from '../words/fill.ts'

const inputs: Record<FormFieldKey, { type: string; autoComplete: HTMLInputAutoCompleteAttribute }> =
  {
    name: { type: 'text', autoComplete: 'name' },
    email: { type: 'email', autoComplete: 'email' },
    phone: { type: 'tel', autoComplete: 'tel' },
    company: { type: 'text', autoComplete: 'organization' },
    message: { type: 'textarea', autoComplete: 'off' },
    question1: { type: 'text', autoComplete: 'off' },
    question2: { type: 'text', autoComplete: 'off' },
  }

type Props = { card: PublicCard; words: CardWords }

export function Exchange({ card, words, open }: Props & { open?: boolean }) {
  if (card.formConfig.fields.length === 0) return null
  return (
    <section aria-label={words.exchange}>
      <details className="bc-ex" open={open}>
        <summary className="bc-tog">
          <Icon name="inbox" />
          {words.exchange}
        </summary>
        <ExchangeForm card={card} words={words} />
      </details>
    </section>
  )
}

/** What is wrong with the answers, and with which one. */
export type FormError = { message: string; field?: FormFieldKey }

/** What a visitor without JavaScript sent, and why it was invalid. */
export type InvalidForm = { answers: Partial<Record<string, string>>; error: FormError }

/** The form itself; with `invalid`, filled in again. */
export function ExchangeForm({ card, words, invalid }: Props & { invalid?: InvalidForm }) {
  const { fields, thanks } = card.formConfig
  return (
    <form
      className="bc-form"
      id="exchange"
      method="post"
      action={`/api/form-submissions${languageQuery(card)}`}
      data-thanks={thanks ?? words.sent}
    >
      <input type="hidden" name="cardId" value={card.id} />
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          words={words}
          invalid={invalid}
          text={textProps(card, words, `labels.${field.key}`)}
        />
      ))}
      <div className="bc-trap" aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="bc-consent" {...textProps(card, words, 'consent')}>
        {consentText(card, words)}
      </p>
      <button className="bc-save" type="submit">
        {words.send}
      </button>
      <p className="bc-said" role="status" />
    </form>
  )
}

type FieldProps = {
  field: PublicCard['formConfig']['fields'][number]
  words: CardWords
  invalid?: InvalidForm
  text: ReturnType<typeof textProps>
}

function Field({ field, words, invalid, text }: FieldProps) {
  const { type, autoComplete } = inputs[field.key]
  const error = invalid?.error.field === field.key ? invalid.error : undefined
  const shared = {
    id: `f-${field.key}`,
    name: field.key,
    required: field.required,
    maxLength: answerMaxLength,
    autoComplete,
    dir: 'auto',
    defaultValue: invalid?.answers[field.key],
    // Browsers accept a domain without a dot, and add the title to their message.
    ...(type === 'email' && { pattern: answerEmailPattern, title: 'name@example.com' }),
    ...(error && { 'aria-invalid': true, 'aria-describedby': 'error', autoFocus: true }),
  } as const
  return (
    <p>
      <label htmlFor={shared.id} {...text}>
        {field.label ?? fieldLabel(words, field.key)}
        {!field.required && <small> ({words.optional})</small>}
      </label>
      {type === 'textarea' ? <textarea rows={4} {...shared} /> : <input type={type} {...shared} />}
      {error && (
        <b id="error" dir="auto">
          {error.message}
        </b>
      )}
    </p>
  )
}

const labels = {
  name: 'fieldName',
  email: 'fieldEmail',
  phone: 'fieldPhone',
  company: 'fieldCompany',
  message: 'fieldMessage',
  question1: 'fieldQuestion1',
  question2: 'fieldQuestion2',
} as const satisfies Record<FormFieldKey, keyof CardWords>

/** The label of a field for which the owner has written none. */
export function fieldLabel(words: CardWords, key: FormFieldKey): string {
  return words[labels[key]]
}

/** Consent text above Send: the owner's own, or a sentence that names the recipient. */
export function consentText(
  card: Pick<PublicCard, 'name' | 'company' | 'formConfig'>,
  words: CardWords,
): string {
  const name = card.name ?? card.company
  const standard = name ? fill(words.consent, { name }) : words.consentOwner
  return card.formConfig.consent ?? standard
}
