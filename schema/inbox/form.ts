/** The contact form of a card: its configuration, submissions, proof of work and receipts. */
import * as z from 'zod/mini'
import { ClientId, Id, optionalText, trimInvisible, trimmedText } from '../text.ts'
import { Source } from '../tracking/event.ts'

/** The header with the challenge, sent with the error code `proof-needed`. */
export const proofHeader = 'X-Proof-Challenge'

/**
 * The proof of work required after too many submissions to a card. The client searches for a number below `tries` whose
 * PBKDF2-SHA-256 with `salt` and `rounds` iterations starts with `target`, 32 bytes as hex. `expires` in milliseconds.
 */
export type Challenge = {
  salt: string
  target: string
  rounds: number
  tries: number
  expires: number
}

/**
 * The answer to a challenge. `key` is the next 32 bytes of the PBKDF2 output, which only a client that found the number
 * has.
 */
export const Proof = z.strictObject({
  expires: z.int().check(z.positive()),
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type Proof = z.infer<typeof Proof>

export const formFieldKeys = [
  'name',
  'email',
  'phone',
  'company',
  'message',
  'question1',
  'question2',
] as const
export type FormFieldKey = (typeof formFieldKeys)[number]

export const formFieldLabels: Record<FormFieldKey, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  message: 'Message',
  question1: 'Question 1',
  question2: 'Question 2',
}

/** Fields that only captured leads have (`schema/inbox/lead.ts`). */
export const capturedFieldLabels = {
  title: 'Title',
  mobile: 'Mobile',
  website: 'Website',
  address: 'Address',
  code: 'Badge',
} as const

export const FormLabel = optionalText(120, 'Label must be at most 120 characters')

const FormField = z.object({
  key: z.enum(formFieldKeys),
  label: FormLabel,
  required: z._default(z.boolean(), false),
})

/** A card without fields here has no form. */
export const FormConfig = z.object({
  fields: z._default(
    z.array(FormField).check(z.maxLength(formFieldKeys.length, 'A form can have at most 7 fields')),
    [],
  ),
  consent: optionalText(500, 'Consent must be at most 500 characters'),
  thanks: optionalText(300, 'Thank-you text must be at most 300 characters'),
})
export type FormConfig = z.infer<typeof FormConfig>

/** The form of a new card, and of a card whose owner turns its form on. */
export const defaultForm: FormConfig = {
  fields: [
    { key: 'name', label: null, required: true },
    { key: 'email', label: null, required: true },
    { key: 'phone', label: null, required: false },
  ],
  consent: null,
  thanks: null,
}

/** Returns the label of each answer by its key: the owner's, or else the default. */
export function answerLabels(
  form: Pick<FormConfig, 'fields'>,
  defaults: Record<FormFieldKey, string> = formFieldLabels,
): Record<string, string> {
  return { ...capturedFieldLabels, ...defaults, ...ownLabels(form) }
}

/** Returns the labels that the owner gave to fields of a form. */
export function ownLabels({ fields }: Pick<FormConfig, 'fields'>): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ key, label }) => (label ? [[key, label] as const] : [])),
  )
}

/** States of a form submission in the owner's inbox. */
export const submissionStatuses = ['new', 'seen', 'done'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** The maximum length of an answer, in characters. */
export const answerMaxLength = 2000

/** An answer to a form field. Only its length is checked; `cleanAnswer` prepares it for storage. */
export const AnswerText = z.string().check(z.maxLength(answerMaxLength, 'An answer is too long'))

/**
 * Returns the answer without control characters; for a detail such as a phone number, also without the invisible characters
 * that copying adds around it.
 */
export function cleanAnswer(key: string, text: string): string {
  const written = text.replace(control, '').trim()
  // At the end of a message, a direction mark belongs to its punctuation.
  return details.has(key) ? trimInvisible(written) : written
}

// Line breaks and tabs are allowed in messages; other control characters are not.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const details = new Set(['name', 'email', 'phone', 'company', ...Object.keys(capturedFieldLabels)])

/** The most answers of a submission, and characters of their keys: questions of booth mode have up to 121. */
export const maxAnswers = 50
export const answerKeyMaxLength = 200

/** The rule of `Email` as an HTML `pattern`: by themselves, browsers accept a domain without a dot. */
export const answerEmailPattern = '[^@]+@[^@.]+(\\.[^@.]+)+'

/** A visitor's answers by field key. */
export const Answers = z
  .record(z.string().check(z.maxLength(40)), AnswerText)
  .check(z.refine((answers) => Object.keys(answers).length <= maxAnswers))

/**
 * A form submission. `clientId` makes retries idempotent; `website` is a honeypot that only bots fill in. `formData` is the
 * answers as an object, or as JSON text.
 */
export const FormSubmission = z.strictObject({
  cardId: Id,
  formData: z.union([Answers, trimmedText(16_000, 'The form is too long')]),
  clientId: ClientId,
  website: z.optional(z.string().check(z.maxLength(200))),
  /** Required after an error with the code `proof-needed`. */
  proof: z.optional(Proof),
  /** How the visitor reached the card. */
  source: z.optional(Source),
  /** Whether to email the visitor a copy with a link to the contact. */
  emailCopy: z.optional(z.boolean()),
})

/** How long the link to a receipt works. */
export const receiptDays = 90

/** 128 random bits in base64url. */
export const ReceiptToken = z.string().check(z.regex(/^[\w-]{22}$/))

/** The response to a submission: the path of its receipt; null for a repeat that has no `clientId`. */
export const SubmissionReceipt = z
  .object({ receipt: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'SubmissionReceipt' })

export function receiptPath(token: string): string {
  return `/receipt/${token}`
}
