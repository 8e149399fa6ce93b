/** Leads: people whom staff meet and write down in booth mode, as entries of a card's inbox. */
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
/** Of a call with this many leads, each with all it may have, in ASCII. */
export const leadBatchMaxBytes = 4_000_000
/** Keys and items of lists in its JSON: a lead has 9 answers, 5 questions of 2 keys, and 9 keys of its own. */
export const leadBatchMaxKeys = 4000
const maxLeadQuestions = 5
const maxQuestionLength = 120

export const leadRatings = ['hot', 'warm', 'cold'] as const
export type LeadRating = (typeof leadRatings)[number]

const { name, email: emailLabel, phone, company } = formFieldLabels
const { title, mobile, website, address, code } = capturedFieldLabels

/** The fields of a lead; `code` is what a badge says that is not contact details, such as a registration number. */
const leadFields = {
  ...{ name, title, company, email: emailLabel, phone, mobile, website, address, code },
} as const
type LeadField = keyof typeof leadFields

const questionMessage = `A question must be at most ${maxQuestionLength} characters`
// Answers are stored by question.
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

/** The key with which all leads of a call are told apart. */
export const LeadId = z.uuid('A lead needs a UUID as its clientId')

export const Lead = z
  .strictObject({
    /** Chosen by the device, so that a repeat is stored once. */
    clientId: LeadId,
    /** When they met; the time of receipt if it is in the future or over 90 days ago. */
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
    /** The sentence that the person agreed to; null without consent. */
    consent: optionalText(500, 'Consent must be at most 500 characters'),
    /** The code of one of the card's share points. */
    source: z.nullish(z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/))),
    /** An event of `GET /api/business-cards/:id/lead-form`. */
    eventId: z.nullish(Id),
  })
  .check(
    z.refine(({ answers }) => Object.values(answers).some(Boolean), {
      message: 'Enter at least a name, an email or a phone number',
      path: ['answers'],
    }),
  )
export type Lead = z.output<typeof Lead>

/** Each lead is checked on its own, so that one that is refused stops no other. */
export const LeadBatch = z.strictObject({
  cardId: Id,
  /** Who captured the leads. Calls by anyone else are refused: a shared device may have a colleague's session. */
  userId: z.optional(Id),
  leads: z
    .array(z.unknown())
    .check(
      z.minLength(1, 'Send at least one lead'),
      z.maxLength(maxLeads, `Send at most ${maxLeads} leads`),
    ),
})

/** In the order of the leads. `stored`: it is in the inbox, also if an earlier call brought it. */
export const LeadResults = z
  .object({
    results: z.array(
      z.object({
        clientId: z.nullable(z.string()),
        status: z.enum(['stored', 'refused']),
        /** Why it was refused, for people. */
        message: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'LeadResults' })
export type LeadResults = z.infer<typeof LeadResults>

/** What booth mode asks for at a card, and the events it may be at: current and coming ones. */
export const LeadForm = z
  .object({
    cardId: z.number(),
    name: z.string(),
    consent: z.string(),
    /** The own questions of the card's form. */
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
 * The answers of a lead as an entry of the inbox has them: fields by key, then answers by question. A question of the
 * card's form has the key that it has there.
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

/** The own questions of a card's form. */
export function formQuestions({ fields }: Pick<FormConfig, 'fields'>): string[] {
  const asked = fields.filter(({ key }) => key.startsWith('question'))
  return asked.flatMap(({ label }) => label ?? [])
}

function isLeadField(key: string): key is LeadField {
  return Object.hasOwn(leadFields, key)
}

// A question that is the key of a field would replace its answer.
function keyOf(question: string): string {
  const isField = isLeadField(question) || formFieldKeys.some((key) => key === question)
  return isField ? `${question}?` : question
}
