/** Form submissions of visitors. Each is stored before the response. */
import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { type CardWithUnlockTokens, unlockQuery } from '../../card/links.ts'
import { consentText, type FormError } from '../../card/parts/ExchangeForm.tsx'
import type { PageWords } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import {
  Answers,
  FormSubmission,
  proofHeader,
  receiptPath,
  SubmissionReceipt,
} from '../../schema/inbox/form.ts'
import { viewPath } from '../../schema/screens.ts'
import { AccountEmail } from '../../schema/text.ts'
import { type App, publicOrigin } from '../env.ts'
import { tooManyAttemptsMessage } from '../http/declaration.ts'
import { fail } from '../http/errors.ts'
import { mediaType, parseJson, parseOrFail, publicEndpoint } from '../http/input.ts'
import { database } from '../platform/database.ts'
import { offersCopies } from '../platform/mail.ts'
import { limitCopies } from '../platform/mail-limits.ts'
import type { Site } from '../public/html-document.tsx'
import { preferredLanguages, wordsForVisitor, wordsIn } from '../public/languages.ts'
import { findLiveCard } from '../public/public-card-queries.ts'
import { getSite, inPreferredLanguage } from '../public/public-page.ts'
import { formErrorPage, noFormPage, notFoundPage } from '../public/status-pages.tsx'
import {
  revealingUnlock,
  setUnlockCookie,
  unlocksOf,
  unlockTokenForLinks,
} from '../public/viewer.ts'
import { codeOfReferrer } from '../share-points/queries.ts'
import { describeVisitor } from '../tracking/visitor.ts'
import {
  isProven,
  issueChallenge,
  limitPerNetwork,
  limitProvenSubmissions,
  maxFormBody,
  notifyOwner,
  plainForm,
  plainFormId,
  readAnswers,
  readFormFields,
  storeSubmission,
} from './form-submission.ts'
import { type Copy, prepareCopy, sendCopy } from './receipt-email.tsx'
import { newReceipt } from './receipts.ts'

export const formsRoutes = new Hono<App>()

// Without script the browser posts the form itself, so the same schema is read from JSON and from a form body.
formsRoutes.post(
  '/form-submissions',
  publicEndpoint({
    access: 'anyone',
    body: FormSubmission,
    readBody,
    maxBody: maxFormBody,
    requestTypes: ['application/json', plainForm],
    response: SubmissionReceipt,
    status: 201,
    summary: "Submit a card's contact form",
    example: { cardId: 1, formData: { name: 'Grace Hopper', email: 'grace@example.com' } },
    errors: { 404: 'Card not found', 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const { cardId, formData, website, clientId, source, emailCopy } = c.req.valid('json')
    const unlocks = unlocksOf(c)
    const found = (await findLiveCard(database(c.env.DB), cardId, { unlocks })) ?? failMissing(c)
    // In the language of the visitor's page, because its consent text is recorded.
    const { card } = inPreferredLanguage(found, preferredLanguages(c.req.raw))
    const unlock = revealingUnlock(found, unlocks)
    const { userId } = found
    const words = wordsIn(card.language)
    if (card.formConfig.fields.length === 0)
      fail(404, words.noForm, {
        page: isPlainForm(c) ? noFormPage(siteIn(c, words), card) : undefined,
      })
    // Honeypot: only bots fill the hidden field. They receive a success response.
    const key = clientId ? { cardId, clientId } : undefined
    const { token, hash: receiptHash } = newReceipt(c.env, key)
    if (website) return thanksResponse(c, card, receiptPath(token))
    const sent = typeof formData === 'string' ? decode(formData) : formData
    const { answers, error } = readAnswers(card, words, sent)
    const form = { card, sent, emailCopy }
    if (error) failForm(c, form, { status: 400, error })
    await enforceLimits(c, form)
    const visitor = describeVisitor(c.req.raw)
    const id =
      clientId ??
      (isPlainForm(c) ? await plainFormId(c.env, card, { answers, visitor }) : undefined)
    const consent = consentText(card, words)
    const origin = publicOrigin(c.env, c.req.raw)
    const inEmail = newReceipt(c.env, key, 'email')
    const copy = emailCopy
      ? await copyFor(c, { card, email: answers.email, origin, token: inEmail.token })
      : undefined
    const receipts = { receiptHash, emailReceiptHash: copy && inEmail.hash }
    const sender = { clientId: id, visitor, source, ...receipts, renewsReceipt: !!clientId }
    const entry = { card, consent, answers, ...sender }
    const { isNew, hasReceipt } = await storeSubmission(database(c.env.DB), entry, copy)
    if (isNew)
      c.executionCtx.waitUntil(notifyOwner(c.env, { card: found.card, userId, answers, origin }))
    if (isNew && copy) c.executionCtx.waitUntil(sendCopy(c.env, copy))
    if (card.afterExchange) setUnlockCookie(c, card, { code: unlock?.via ?? source })
    const shown = unlock ? { ...card, unlockToken: unlockTokenForLinks(c, unlock) } : card
    return thanksResponse(c, shown, hasReceipt ? receiptPath(token) : null)
  },
)

function readBody(c: Context<App>): unknown {
  if (mediaType(c) === 'application/json') return parseJson(c.get('bytes'))
  if (!isPlainForm(c)) fail(415, 'Send the request as application/json or as a form.')
  const { cardId, website, clientId, emailCopy, ...formData } = readFormFields(c.get('bytes'))
  const entry = { cardId: Number(cardId), website, clientId, formData, source: codeOfReferrer(c) }
  return { ...entry, emailCopy: emailCopy !== undefined }
}

/**
 * The email with a copy; undefined without an address at a named host, or if this installation sends no copies. Uses the ASCII
 * form of the address, so that all its spellings share the limits.
 */
async function copyFor(
  c: Context<App>,
  {
    email,
    ...content
  }: { card: PublicCard; email: string | undefined; origin: string; token: string },
): Promise<Copy | undefined> {
  const to = AccountEmail.safeParse(email).data
  if (!to || !offersCopies(c.env) || !(await limitCopies(c.env, to))) return undefined
  const words = wordsForVisitor(preferredLanguages(c.req.raw))
  return prepareCopy(c.env, { ...content, to, words })
}

function isPlainForm(c: Context<App>): boolean {
  return mediaType(c) === plainForm
}

function decode(text: string) {
  return parseOrFail(Answers, parseJson(new TextEncoder().encode(text)))
}

/** Fails with 404 because the card is not public; without script, the response is the page for missing cards. */
function failMissing(c: Context<App>): never {
  const words = wordsForVisitor(preferredLanguages(c.req.raw))
  const page = isPlainForm(c) ? notFoundPage(siteIn(c, words)) : undefined
  fail(404, words.notFoundText, { page })
}

type Submission = z.output<typeof FormSubmission>
type Submitted = { out: { json: Submission } }
type Form = { card: PublicCard; sent: Record<string, string>; emailCopy?: boolean | undefined }

/**
 * Enforces the limits: throws 429 with a challenge if the entry needs a proof of work, and without one if no proof
 * helps.
 */
async function enforceLimits(c: Context<App, string, Submitted>, form: Form): Promise<void> {
  const { cardId, clientId, proof } = c.req.valid('json')
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

/** Fails; without script the response has the form again, because the browser shows it instead of the card. */
function failForm(
  c: Context<App>,
  { card, sent, emailCopy }: Form,
  { status, error, headers, code }: FormFailure,
): never {
  const site = siteIn(c, wordsIn(card.language))
  const page = isPlainForm(c)
    ? formErrorPage(site, card, { status, answers: sent, emailCopy, error })
    : undefined
  fail(status, error.message, { headers, code, page })
}

function siteIn(c: Context<App>, words: PageWords): Site {
  return getSite(c.env, publicOrigin(c.env, c.req.raw), words)
}

/** Without script, the receipt is the thank-you page; only a repeat, which has no receipt, has another. */
function thanksResponse(
  c: Context<App>,
  card: CardWithUnlockTokens,
  receipt: string | null,
): Response {
  if (!isPlainForm(c)) return c.json({ receipt }, 201)
  const path = receipt ?? `${viewPath(card.slug)}/thanks`
  const query = new URLSearchParams(unlockQuery(card))
  if (receipt) query.set('news', 'sent')
  return c.redirect(query.size > 0 ? `${path}?${query}` : path, 303)
}
