/** The contact exchange form. A plain HTML form, so it works without JavaScript. */
import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { PublicCard } from '../../schema/card.ts'
import {
  answerEmailPattern,
  answerMaxLength,
  type FormFieldKey,
  formFieldLabels,
} from '../../schema/form.ts'
import { Section } from './Sections.tsx'

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

export function ExchangeForm({ card }: { card: PublicCard }) {
  const { fields, thanks } = card.formConfig
  if (fields.length === 0) return null
  return (
    <Section title="Exchange contact" variant="full" id="exchange">
      <form
        className="bc-form"
        method="post"
        action="/api/form-submissions"
        data-thanks={thanks ?? thankYou}
      >
        <input type="hidden" name="cardId" value={card.id} />
        {fields.map((field) => (
          <Field key={field.key} field={field} />
        ))}
        <div className="bc-trap" aria-hidden="true">
          <label>
            Website
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <p className="bc-consent" dir="auto">
          {consentText(card)}
        </p>
        <button className="bc-save" type="submit">
          Send
        </button>
        <p className="bc-said" role="status" />
      </form>
    </Section>
  )
}

function Field({ field }: { field: PublicCard['formConfig']['fields'][number] }) {
  const { type, autoComplete } = inputs[field.key]
  const shared = {
    id: `f-${field.key}`,
    name: field.key,
    required: field.required,
    maxLength: answerMaxLength,
    autoComplete,
    dir: 'auto',
    // Browsers accept a domain without a dot, and add the title to their message.
    ...(type === 'email' && { pattern: answerEmailPattern, title: 'name@example.com' }),
  } as const
  return (
    <p>
      <label htmlFor={shared.id} dir="auto">
        {field.label ?? formFieldLabels[field.key]}
        {!field.required && <small> (optional)</small>}
      </label>
      {type === 'textarea' ? <textarea rows={4} {...shared} /> : <input type={type} {...shared} />}
    </p>
  )
}

/** Consent text above Send: the owner's own, or a sentence that names the recipient. */
export function consentText(card: Pick<PublicCard, 'name' | 'company' | 'formConfig'>): string {
  const receiver = card.name ?? card.company ?? 'the owner of this card'
  return card.formConfig.consent ?? `Your details go to ${receiver}.`
}
