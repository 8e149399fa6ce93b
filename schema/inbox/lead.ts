/** Leads: people whom staff write down in booth mode. Each becomes an entry in a card's inbox. */
import * as z from 'zod/mini'
import { Id, isOwnKey, OptionalEmail, optionalText, requiredText } from '../text.ts'
import {
  AnswerText,
  capturedFieldLabels,
  cleanAnswer,
  type FormConfig,
  formFieldKeys,
  formFieldLabels,
} from './form.ts'

export const maxLeads = 100
/** The size of a call with `maxLeads` leads, each with everything it may have, in ASCII. */
export const leadBatchMaxBytes = 4_000_000
/** Keys and list items in the JSON of such a call: a lead has 9 answers, 5 questions with 2 keys, and 9 keys of its own. */
export const leadBatchMaxKeys = 4000
const maxLeadQuestions = 5
const maxQuestionLength = 120

export const leadRatings = ['hot', 'warm', 'cold'] as const
export type LeadRating = (typeof leadRatings)[number]

const { name, email: emailLabel, phone, company } = formFieldLabels
const { title, mobile, website, address, code } = capturedFieldLabels

/** The fields of a lead. `code` is what a badge says besides contact details, such as a registration number. */
const leadFields = {
  ...{ name, title, company, email: emailLabel, phone, mobile, website, address, code },
} as const
type LeadField = keyof typeof leadFields

const questionMessage = `A question must be at most ${maxQuestionLength} characters`
// Answers are stored under their question.
const LeadQuestion = requiredText(maxQuestionLength, questionMessage, 'Enter a question').check(
  isOwnKey('Ask this in other words'),
)

export const LeadQuestions = z
  .array(LeadQuestion)
  .check(z.maxLength(maxLeadQuestions, `Ask at most ${maxLeadQuestions} questions`))

const answerTo = (key: string) =>
  z.pipe(
    z.nullish(AnswerText),
    z.transform((text) => cleanAnswer(key, text ?? '') || null),
  )

/** The id that a device gives to a lead. */
export const LeadId = z.uuid('A lead needs a UUID as its clientId')

export const Lead = z
  .strictObject({
    /** Chosen by the device; a repeat is stored once. */
    clientId: LeadId,
    /** When they met. A time in the future, or over 90 days ago, is replaced by the time of receipt. */
    capturedAt: z.iso.datetime('capturedAt must be a time in UTC'),
    answers: z.strictObject({
      ...{ name: answerTo('name'), title: answerTo('title'), company: answerTo('company') },
      ...{ email: OptionalEmail, phone: answerTo('phone'), mobile: answerTo('mobile') },
      ...{ website: answerTo('website'), address: answerTo('address'), code: answerTo('code') },
    }),
    questions: z._default(
      z
        .array(z.strictObject({ question: LeadQuestion, answer: answerTo('question') }))
        .check(z.maxLength(maxLeadQuestions, `Send at most ${maxLeadQuestions} questions`)),
      [],
    ),
    rating: z._default(z.nullable(z.enum(leadRatings)), null),
    note: optionalText(2000, 'A note must be at most 2,000 characters'),
    /** The sentence that the person agreed to; null if they gave no consent. */
    consent: optionalText(500, 'Consent must be at most 500 characters'),
    /** The code of one of the card's share points. */
    source: z.nullish(z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/))),
    /** One of the events that `GET /api/business-cards/:id/lead-form` lists. */
    eventId: z.nullish(Id),
  })
  .check(
    z.refine(({ answers }) => Object.values(answers).some(Boolean), {
      message: 'Enter at least a name, an email or a phone number',
      path: ['answers'],
    }),
  )
export type Lead = z.output<typeof Lead>

/** Each lead is checked separately, so that a refused one does not affect the others. */
export const LeadBatch = z.strictObject({
  cardId: Id,
  /** Who captured the leads. The call is refused in the session of anyone else, such as a colleague on a shared device. */
  userId: z.optional(Id),
  leads: z
    .array(z.unknown())
    .check(
      z.minLength(1, 'Send at least one lead'),
      z.maxLength(maxLeads, `Send at most ${maxLeads} leads`),
    ),
})

/** Results in the order of the leads. `stored` means that the lead is in the inbox, perhaps from an earlier call. */
export const LeadResults = z
  .object({
    results: z.array(
      z.object({
        clientId: z.nullable(z.string()),
        status: z.enum(['stored', 'refused']),
        /** Why it was refused, as a sentence for people. */
        message: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'LeadResults' })
export type LeadResults = z.infer<typeof LeadResults>

/** What booth mode needs for a card: the consent sentence, its questions, and its current and coming events. */
export const LeadForm = z
  .object({
    cardId: z.number(),
    name: z.string(),
    consent: z.string(),
    /** The questions that the owner added to the card's form. */
    questions: z.array(z.string()),
    events: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        from: z.string(),
        to: z.string(),
        questions: z.array(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'LeadForm' })
export type LeadForm = z.infer<typeof LeadForm>

/**
 * Returns the answers of a lead as the inbox stores them: fields by key, then answers by question. The answer to a question of
 * the card's form gets the key of that form field.
 */
export function leadAnswers(
  { answers, questions }: Pick<Lead, 'answers' | 'questions'>,
  { fields: asked }: Pick<FormConfig, 'fields'>,
): Record<string, string> {
  const keys = new Map(asked.map(({ key, label }) => [label, key]))
  const fields = Object.keys(leadFields)
    .filter(isLeadField)
    .map((key) => [key, answers[key]] as const)
  const more = questions.map(
    ({ question, answer }) => [keys.get(question) ?? keyOf(question), answer] as const,
  )
  return Object.fromEntries(
    [...fields, ...more].flatMap(([key, text]) => (text ? [[key, text] as const] : [])),
  )
}

/** Returns the questions that the owner added to a card's form. */
export function formQuestions({ fields }: Pick<FormConfig, 'fields'>): string[] {
  const asked = fields.filter(({ key }) => key.startsWith('question'))
  return asked.flatMap(({ label }) => label ?? [])
}

function isLeadField(key: string): key is LeadField {
  return Object.hasOwn(leadFields, key)
}

// A question with the name of a field would replace that field's answer.
function keyOf(question: string): string {
  const isField = isLeadField(question) || formFieldKeys.some((key) => key === question)
  return isField ? `${question}?` : question
}
