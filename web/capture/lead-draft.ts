/** Leads on the device: as they are typed, and as they wait to be sent. */
import * as z from 'zod/mini'
import { Lead, leadRatings } from '../../schema/inbox/lead.ts'
import { t, translated } from '../messages/t.ts'

const fieldNames = [
  'name',
  'company',
  'title',
  'email',
  'phone',
  'mobile',
  'website',
  'address',
  'code',
] as const
export type FieldName = (typeof fieldNames)[number]

/** Where staff are: the card that gets the leads, and optionally the event and the share point. */
export const Place = z.object({
  cardId: z.number(),
  eventId: z.nullable(z.number()),
  source: z.nullable(z.string()),
})
export type Place = z.infer<typeof Place>

/** A lead as typed, with an empty text for each field that is not filled in. */
export const LeadDraft = z.object({
  clientId: z.string(),
  answers: z.record(z.enum(fieldNames), z.string()),
  /** Answers by the text of the question. */
  questions: z.record(z.string(), z.string()),
  rating: z.nullable(z.enum(leadRatings)),
  note: z.string(),
  /** The sentence that the person agreed to. */
  consent: z.nullable(z.string()),
  /** When it was first saved; null until then. */
  capturedAt: z.nullable(z.string()),
})
export type LeadDraft = z.infer<typeof LeadDraft>

/** A lead that the server has not confirmed yet. */
export const WaitingLead = z.object({
  draft: LeadDraft,
  place: Place,
  /** True if it may have reached the server, so that it can no longer be changed. */
  attempted: z.boolean(),
  /** Why the server refused it, as a sentence to show. */
  refused: z.nullable(z.string()),
})
export type WaitingLead = z.infer<typeof WaitingLead>

export function emptyDraft(): LeadDraft {
  return {
    clientId: crypto.randomUUID(),
    answers: {
      name: '',
      company: '',
      title: '',
      email: '',
      phone: '',
      mobile: '',
      website: '',
      address: '',
      code: '',
    },
    questions: {},
    rating: null,
    note: '',
    consent: null,
    capturedAt: null,
  }
}

export function isEmpty({ answers, questions, note, rating, consent }: LeadDraft): boolean {
  const texts = [note, ...Object.values(answers), ...Object.values(questions)]
  return rating === null && consent === null && texts.every((text) => text.trim() === '')
}

/** Returns a new draft with only what was typed after `saved`. */
export function typedSince(saved: LeadDraft, now: LeadDraft): LeadDraft {
  const next = emptyDraft()
  return {
    ...next,
    answers: { ...next.answers, ...changed(saved.answers, now.answers) },
    questions: changed(saved.questions, now.questions),
    rating: now.rating === saved.rating ? null : now.rating,
    note: now.note === saved.note ? '' : now.note,
    consent: now.consent === saved.consent ? null : now.consent,
  }
}

function changed<Texts extends Record<string, string>>(before: Texts, after: Texts) {
  const entries = Object.entries(after).filter(([name, text]) => text !== before[name])
  return Object.fromEntries(entries)
}

/** Returns the lead as the API expects it. */
export function leadOf({ draft, place }: Pick<WaitingLead, 'draft' | 'place'>) {
  const { clientId, answers, rating, note, consent, capturedAt } = draft
  const asked = Object.entries(draft.questions).filter(([, answer]) => answer.trim() !== '')
  return {
    clientId,
    answers,
    rating,
    note,
    consent,
    capturedAt: capturedAt ?? new Date().toISOString(),
    questions: asked.map(([question, answer]) => ({ question, answer })),
    source: place.source,
    eventId: place.eventId,
  }
}

/** `field` is a name of an answer, or `questions`, `note` and so on. */
export type DraftError = { field: string; message: string }

/** Returns the first error that the server would report; undefined if the lead is valid. */
export function draftError(draft: LeadDraft, place: Place): DraftError | undefined {
  const { error } = Lead.safeParse(leadOf({ draft, place }))
  const [issue] = error?.issues ?? []
  if (!issue) return undefined
  // An error of all answers, such as that none is filled in, is shown at the name.
  const [part = '', name = 'name'] = issue.path.map(String)
  return { field: part === 'answers' ? name : part, message: translated(issue.message) }
}

/** Returns the title of a lead in the list: its name, else what else identifies it. */
export function leadTitle({ answers }: LeadDraft): string {
  const { name, company, email, phone, mobile, code, website } = answers
  const shown = [name, company, email, phone, mobile, code, website].find((text) => text.trim())
  return shown ?? t('No name')
}
