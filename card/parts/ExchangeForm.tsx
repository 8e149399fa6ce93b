/**
 * The contact form of a card, folded into the button below Save Contact. Plain HTML, so that it works without JavaScript;
 * `#exchange` opens it.
 */
import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { PublicCard } from '../../schema/cards/card.ts'
import { eachDetail } from '../../schema/cards/details.ts'
import type { ReachField } from '../../schema/cards/reach.ts'
import { answerEmailPattern, answerMaxLength, type FormFieldKey } from '../../schema/inbox/form.ts'
import { Icon } from '../icons/Icon.tsx'
import { textProps, unlockQuery } from '../links.ts'
import { type CardWords, fill } from '../words/en.ts'

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

/** `copyLabel` is the label of the checkbox for an emailed copy; absent if the installation offers none. */
type FormProps = Props & { copyLabel?: string | undefined }

export function Exchange({ card, words, open, copyLabel }: FormProps & { open?: boolean }) {
  if (card.formConfig.fields.length === 0) return null
  return (
    <>
      {card.afterExchange && <p className="bc-gain">{gainText(card, words)}</p>}
      <details className="bc-ex" open={open}>
        <summary className="bc-tog">
          <Icon name="exchange" />
          {words.exchange}
        </summary>
        <ExchangeForm card={card} words={words} copyLabel={copyLabel} />
      </details>
    </>
  )
}

/** Returns a sentence that names what the form unlocks, such as "Ada's phone and address". */
function gainText(
  { name, company, slug, afterExchange = [] }: PublicCard,
  words: CardWords,
): string {
  const parts = new Set(afterExchange.map((field) => inSentence(words[fieldWords[field]], words)))
  const list = new Intl.ListFormat(words.language).format(parts)
  return fill(words.exchangeShows, { name: name ?? company ?? slug, list })
}

const fieldWords = {
  profilePicture: 'portrait',
  coverPhoto: 'coverPhoto',
  logoUrl: 'logo',
  title: 'jobTitle',
  ...eachDetail((name) => name),
  company: 'fieldCompany',
  embedCodes: 'chat',
  phone: 'phone',
  phones: 'phone',
  email: 'emailAddress',
  emails: 'emailAddress',
  website: 'website',
  address: 'address',
  about: 'description',
  customButtons: 'links',
  socialLinks: 'links',
  gallery: 'gallery',
  formConfig: 'exchange',
  videoUrl: 'video',
} as const satisfies Record<ReachField, keyof CardWords>

// Some of the words are headings, which begin with a capital. Only German keeps it within a sentence.
function inSentence(word: string, { language }: CardWords): string {
  const isNounUpperCase = language.split('-')[0] === 'de'
  return isNounUpperCase ? word : word.charAt(0).toLocaleLowerCase(language) + word.slice(1)
}

/** What is wrong with the answers, and in which field. */
export type FormError = { message: string; field?: FormFieldKey }

/** The answers of a form, and what is wrong with them, if anything. */
export type FilledForm = { answers: Partial<Record<string, string>>; error?: FormError }

/** What a visitor without JavaScript sent, and why it was invalid. */
export type InvalidForm = FilledForm & { error: FormError; emailCopy?: boolean | undefined }

/** The form itself. With `invalid`, it is filled in again and says what is wrong. */
export function ExchangeForm({
  card,
  words,
  invalid,
  copyLabel,
}: FormProps & { invalid?: InvalidForm }) {
  const { thanks, fields } = card.formConfig
  return (
    <form
      className="bc-form"
      id="exchange"
      method="post"
      action={`/api/form-submissions${unlockQuery(card)}`}
      data-thanks={thanks ?? words.sent}
    >
      <input type="hidden" name="cardId" value={card.id} />
      <FormFields card={card} words={words} filled={invalid} />
      {copyLabel && fields.some(({ key }) => key === 'email') && (
        <label className="bc-ask">
          <input type="checkbox" name="emailCopy" defaultChecked={invalid?.emailCopy} />
          <span dir="auto">{copyLabel}</span>
        </label>
      )}
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

/** The fields alone, filled in if there are answers. */
export function FormFields({ card, words, filled }: Props & { filled?: FilledForm }) {
  return card.formConfig.fields.map((field) => (
    <Field
      key={field.key}
      field={field}
      words={words}
      filled={filled}
      text={textProps(card, words, `labels.${field.key}`)}
    />
  ))
}

type FieldProps = {
  field: PublicCard['formConfig']['fields'][number]
  words: CardWords
  filled?: FilledForm
  text: ReturnType<typeof textProps>
}

function Field({ field, words, filled, text }: FieldProps) {
  const { type, autoComplete } = inputs[field.key]
  const error = filled?.error?.field === field.key ? filled.error : undefined
  const shared = {
    id: `f-${field.key}`,
    name: field.key,
    required: field.required,
    maxLength: answerMaxLength,
    autoComplete,
    dir: leftToRight.has(type) ? 'ltr' : 'auto',
    defaultValue: filled?.answers[field.key],
    // By themselves, browsers accept a domain without a dot. They add the title to their message.
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

// Phone numbers and email addresses are written from left to right in every language.
const leftToRight = new Set(['email', 'tel'])

const labels = {
  name: 'fieldName',
  email: 'fieldEmail',
  phone: 'fieldPhone',
  company: 'fieldCompany',
  message: 'fieldMessage',
  question1: 'fieldQuestion1',
  question2: 'fieldQuestion2',
} as const satisfies Record<FormFieldKey, keyof CardWords>

/** Returns the label of a field for which the owner has not written one. */
export function fieldLabel(words: CardWords, key: FormFieldKey): string {
  return words[labels[key]]
}

/** Returns the consent text above Send: the owner's, or else a sentence that names the recipient. */
export function consentText(
  card: Pick<PublicCard, 'name' | 'company' | 'formConfig'>,
  words: CardWords,
): string {
  const name = card.name ?? card.company
  const standard = name ? fill(words.consent, { name }) : words.consentOwner
  return card.formConfig.consent ?? standard
}
