/**
 * The contact exchange form, folded behind a button. Plain HTML, so it works without JavaScript; the
 * address `#exchange` opens it.
 */
import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { PublicCard } from '../../schema/card.ts'
import {
  answerEmailPattern,
  answerMaxLength,
  type FormFieldKey,
  formFieldLabels,
} from '../../schema/form.ts'
import { Icon } from '../icons/Icon.tsx'
import { languageQuery, textProps } from '../links.ts'

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

/** Shown after sending, if the card has no thank-you text of its own. */
export const thankYou = 'Thank you. Your details have been sent.'

export function Exchange({ card, open }: { card: PublicCard; open?: boolean }) {
  if (card.formConfig.fields.length === 0) return null
  return (
    <section aria-label="Exchange contact">
      <details className="bc-ex" open={open}>
        <summary className="bc-tog">
          <Icon name="inbox" />
          Exchange contact
        </summary>
        <ExchangeForm card={card} />
      </details>
    </section>
  )
}

/** What is wrong with the answers, and with which one. */
export type FormError = { message: string; field?: FormFieldKey }

/** What a visitor without JavaScript sent, and why it was invalid. */
export type InvalidForm = { answers: Partial<Record<string, string>>; error: FormError }

/** The form itself; with `invalid`, filled in again. */
export function ExchangeForm({ card, invalid }: { card: PublicCard; invalid?: InvalidForm }) {
  const { fields, thanks } = card.formConfig
  return (
    <form
      className="bc-form"
      id="exchange"
      method="post"
      action={`/api/form-submissions${languageQuery(card)}`}
      data-thanks={thanks ?? thankYou}
    >
      <input type="hidden" name="cardId" value={card.id} />
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          invalid={invalid}
          text={textProps(card, `labels.${field.key}`)}
        />
      ))}
      <div className="bc-trap" aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="bc-consent" {...textProps(card, 'consent')}>
        {consentText(card)}
      </p>
      <button className="bc-save" type="submit">
        Send
      </button>
      <p className="bc-said" role="status" />
    </form>
  )
}

type FieldProps = {
  field: PublicCard['formConfig']['fields'][number]
  invalid?: InvalidForm
  text: ReturnType<typeof textProps>
}

function Field({ field, invalid, text }: FieldProps) {
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
        {field.label ?? formFieldLabels[field.key]}
        {!field.required && <small> (optional)</small>}
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

/** Consent text above Send: the owner's own, or a sentence that names the recipient. */
export function consentText(card: Pick<PublicCard, 'name' | 'company' | 'formConfig'>): string {
  const receiver = card.name ?? card.company ?? 'the owner of this card'
  return card.formConfig.consent ?? `Your details go to ${receiver}.`
}
