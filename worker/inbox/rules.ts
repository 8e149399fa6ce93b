/** Who may read and change form submissions. */
import type { Context } from 'hono'
import { canReadSubmissions, canWorkOnSubmission } from '../../schema/access.ts'
import type { Card } from '../../schema/cards/card.ts'
import { cardOfPath } from '../cards/rules.ts'
import type { App } from '../env.ts'
import { loaded } from '../http/endpoint.ts'
import { orNotFound } from '../http/errors.ts'
import { allow, type Rule } from '../http/rules.ts'

export const submissionNotFound = 'Form submission not found'

type Owned = { userId: number }

export const inboxReaders: Rule<Owned> = {
  words: 'the card owner, or level 5',
  allows: canReadSubmissions,
  refusal: [403, "You don't have permission to view the form submissions of this card"],
}

export const leadCapturers: Rule<Owned> = {
  ...inboxReaders,
  refusal: [403, "You don't have permission to capture leads for this card"],
}

// The rules below refuse with 404, so that nobody learns whether a submission of another user exists.

export const submissionOwners: Rule<Owned> = {
  words: 'the card owner, or level 5; not found for anyone else',
  allows: canReadSubmissions,
  refusal: [404, submissionNotFound],
}

export const submissionWorkers: Rule<Owned & { assigneeId: number | null }> = {
  words: 'the card owner, the colleague it is assigned to, or level 5; not found for anyone else',
  allows: canWorkOnSubmission,
  refusal: [404, submissionNotFound],
}

/** The card with the id in the path; 404 if there is none, 403 if the caller may not read its submissions. */
export async function findReadableCard(c: Context<App>): Promise<Card> {
  return allow(c, inboxReaders, orNotFound(await loaded(c, cardOfPath), 'Card not found'))
}
