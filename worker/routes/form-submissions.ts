/** Form submissions of visitors. Each is stored before the response. */
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type * as z from 'zod/mini'
import { languageQuery } from '../../card/links.ts'
import { consentText, type FormError } from '../../card/parts/ExchangeForm.tsx'
import type { PublicCard } from '../../schema/card.ts'
import { Answers, FormSubmission } from '../../schema/form.ts'
import { proofHeader } from '../../schema/proof-of-work.ts'
import { viewPath } from '../../schema/screens.ts'
import { mediaType, parseJson, parseOrFail } from '../body.ts'
import { findLiveCard } from '../cards/card-queries.ts'
import { preferredLanguages } from '../cards/choose-language.ts'
import { wordsIn } from '../cards/page-words.ts'
import { getSite, inPreferredLanguage } from '../cards/public-page.ts'
import { formErrorPage } from '../cards/status-pages.tsx'
import { type App, publicOrigin } from '../env.ts'
import { fail, orNotFound } from '../errors.ts'
import { describeVisitor } from '../events/visitor.ts'
import {
  limitPerNetwork,
  limitProvenSubmissions,
  plainFormId,
  readAnswers,
  storeSubmission,
} from '../inbox/form-submission.ts'
import { notifyOwner } from '../inbox/notify-owner.ts'
import { isProven, issueChallenge } from '../inbox/proof-of-work.ts'
import { database } from '../platform/database.ts'
import { codeOfReferrer } from '../share-points/code-of-referrer.ts'

export const formsRoutes = new Hono<App>()

const plainForm = 'application/x-www-form-urlencoded'

type Sent = { in: { form: z.input<typeof FormSubmission> }; out: { form: Submission } }
type Submission = z.output<typeof FormSubmission>

// Without script the browser posts the form itself, so the same schema is read from JSON and from a form body.
const readForm = Object.assign(
  createMiddleware<App, string, Sent>(async (c, next) => {
    c.req.addValidatedData('form', parseOrFail(FormSubmission, readBody(c)))
    await next()
  }),
  { bodySchema: FormSubmission },
)

formsRoutes.post('/form-submissions', readForm, async (c) => {
  const { cardId, formData, website, clientId, source } = c.req.valid('form')
  const found = orNotFound(await findLiveCard(database(c.env.DB), cardId), 'Card not found')
  // As on the page that was sent, whose consent is recorded.
  const { card } = inPreferredLanguage(found, preferredLanguages(c.req.raw))
  const { userId } = found
  const words = wordsIn(card.language)
  if (card.formConfig.fields.length === 0) fail(404, 'This card has no form.')
  // Honeypot: only bots fill the hidden field. They receive a success response.
  if (website) return thanksResponse(c, card)
  const sent = typeof formData === 'string' ? decode(formData) : formData
  const { answers, error } = readAnswers(card, words, sent)
  const form = { card, sent }
  if (error) failForm(c, form, { status: 400, error })
  await enforceLimits(c, form)
  const visitor = describeVisitor(c.req.raw)
  const id =
    clientId ?? (isPlainForm(c) ? await plainFormId(c.env, card, { answers, visitor }) : undefined)
  const consent = consentText(card, words)
  const entry = { card, consent, answers, clientId: id, visitor, source }
  const stored = await storeSubmission(database(c.env.DB), entry)
  const origin = publicOrigin(c.env, c.req.raw)
  if (stored)
    c.executionCtx.waitUntil(notifyOwner(c.env, { card: found.card, userId, answers, origin }))
  return thanksResponse(c, card)
})

function readBody(c: Context<App>): unknown {
  if (mediaType(c) === 'application/json') return parseJson(c.get('bytes'))
  if (!isPlainForm(c)) fail(415, 'Send the request as application/json or as a form.')
  const sent = new URLSearchParams(new TextDecoder().decode(c.get('bytes')))
  // Browsers send line breaks as CRLF but count them as one character.
  const answers = Array.from(sent, ([key, answer]) => [key, answer.replaceAll('\r\n', '\n')])
  const { cardId, website, clientId, ...formData } = Object.fromEntries(answers)
  return { cardId: Number(cardId), website, clientId, formData, source: codeOfReferrer(c) }
}

function isPlainForm(c: Context<App>): boolean {
  return mediaType(c) === plainForm
}

function decode(text: string) {
  return parseOrFail(Answers, parseJson(new TextEncoder().encode(text)))
}

type Form = { card: PublicCard; sent: Record<string, string> }

/**
 * Enforces the limits: throws 429 with a challenge if the entry needs a proof of work, and without one if no proof
 * helps.
 */
async function enforceLimits(c: Context<App, string, Sent>, form: Form): Promise<void> {
  const { cardId, clientId, proof } = c.req.valid('form')
  const entry = clientId === undefined ? undefined : { cardId, clientId }
  if (entry && proof && (await isProven(c.env, { entry, proof }))) {
    const wait = await limitProvenSubmissions(c.env, entry)
    return wait > 0 ? failTooMany(c, form, { wait }) : undefined
  }
  const wait = await limitPerNetwork(c.env, c.req.raw, cardId)
  if (wait === 0) return
  failTooMany(c, form, { wait, challenge: entry && (await issueChallenge(c.env, entry)) })
}

function failTooMany(
  c: Context<App>,
  form: Form,
  { wait, challenge }: { wait: number; challenge?: string | undefined },
): never {
  const headers = { 'Retry-After': `${wait}`, ...(challenge && { [proofHeader]: challenge }) }
  const { tooMany, tooManyPlain } = wordsIn(form.card.language)
  const message = isPlainForm(c) ? tooManyPlain : tooMany
  const code = challenge && 'proof-needed'
  return failForm(c, form, { status: 429, error: { message }, headers, code })
}

type FormFailure = {
  status: 400 | 429
  error: FormError
  headers?: Record<string, string>
  code?: string | undefined
}

/** Without script the response has the form again, because the browser shows it instead of the card. */
function failForm(
  c: Context<App>,
  { card, sent }: Form,
  { status, error, headers, code }: FormFailure,
): never {
  const site = getSite(c.env, publicOrigin(c.env, c.req.raw), wordsIn(card.language))
  const page = isPlainForm(c)
    ? formErrorPage(site, card, { status, answers: sent, error })
    : undefined
  fail(status, error.message, { headers, code, page })
}

function thanksResponse(c: Context<App>, card: PublicCard): Response {
  if (!isPlainForm(c)) return c.body(null, 201)
  return c.redirect(`${viewPath(card.slug)}/thanks${languageQuery(card)}`, 303)
}
