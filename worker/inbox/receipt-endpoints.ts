/** Pages for visitors who sent a form: their receipt at its private link, and the links in our emails. */
import { type Context, Hono } from 'hono'
import { languageQuery } from '../../card/links.ts'
import { Answers, ReceiptToken, receiptPath } from '../../schema/inbox/form.ts'
import { findWeeklyAddress, readStopWeeklyToken, setWeeklyMail } from '../analytics/weekly-email.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { mediaType, publicEndpoint } from '../http/input.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { sendPendingMail } from '../platform/mail.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import { preferredLanguages, wordsForVisitor, wordsIn } from '../public/languages.ts'
import { toResponse } from '../public/page-response.ts'
import { findCardInAnyState } from '../public/public-card-queries.ts'
import { getSite, inPreferredLanguage } from '../public/public-page.ts'
import { maxFormBody, plainForm, readAnswers, readFormFields } from './form-submission.ts'
import { areStopped, readStopToken, resumeReceipts, stopReceipts } from './receipt-addresses.ts'
import { confirmAddress, findConfirmation } from './receipt-email.tsx'
import {
  type MailLinkState,
  mailLinkPage,
  type ReceiptNews,
  receiptGonePage,
  receiptPage,
} from './receipt-page.tsx'
import {
  findReceipt,
  forgetDeletedEntry,
  type Receipt,
  reviseAnswers,
  withdrawEntry,
} from './receipts.ts'

// The links in emails confirm an address or stop the emails. Programs that read email open links to check them, so a link only
// shows a button; the link in the header is posted with one click (RFC 8058).

const mailLinkMissing = 'This link has expired'

export const mailLinkRoutes = new Hono<App>()

mailLinkRoutes.get(
  '/confirm/:token',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link in the email, for 2 days',
    responseType: 'text/html',
    summary: 'The button that confirms an email address',
    errors: { 404: mailLinkMissing },
  }),
  async (c) => {
    const hash = await findConfirmation(database(c.env.DB), c.req.param('token'))
    return show(c, hash ? 'confirm' : 'gone')
  },
)

mailLinkRoutes.post(
  '/confirm/:token',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link in the email, for 2 days',
    maxBody: kB,
    responseType: 'text/html',
    summary: 'Confirm an email address, and send the copies that wait for it',
    errors: { 404: mailLinkMissing },
  }),
  async (c) => {
    const db = database(c.env.DB)
    const hash = await findConfirmation(db, c.req.param('token'))
    if (!hash) return show(c, 'gone')
    await confirmAddress(db, hash)
    // If this fails, the cron job sends them within a minute.
    const sending = sendPendingMail(c.env).catch((error: unknown) => log('warn', 'mail', { error }))
    c.executionCtx.waitUntil(sending)
    return show(c, 'confirmed')
  },
)

mailLinkRoutes.get(
  '/stop/:token',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link in the email',
    responseType: 'text/html',
    summary: 'The button that stops the emails that the link is in',
    errors: { 404: mailLinkMissing },
  }),
  async (c) => {
    const emails = emailsOf(c)
    if (!emails) return show(c, 'gone')
    return showEmails(c, emails)
  },
)

mailLinkRoutes.post(
  '/stop/:token',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link in the email',
    maxBody: kB,
    responseType: 'text/html',
    summary: 'Stop these emails, also with one click (RFC 8058)',
    errors: { 404: mailLinkMissing },
  }),
  async (c) => {
    const emails = emailsOf(c)
    if (!emails) return show(c, 'gone')
    await emails.stop()
    return show(c, 'stopped')
  },
)

mailLinkRoutes.post(
  '/stop/:token/undo',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link in the email',
    maxBody: kB,
    responseType: 'text/html',
    summary: 'Allow these emails again',
    errors: { 404: mailLinkMissing },
  }),
  async (c) => {
    const emails = emailsOf(c)
    if (!emails) return show(c, 'gone')
    await emails.resume()
    return showEmails(c, emails)
  },
)

/** The emails that the token stops: copies to an address, or the weekly email of a user. Undefined if the token is forged. */
function emailsOf(c: Context<App>) {
  const token = c.req.param('token') ?? ''
  const db = database(c.env.DB)
  const userId = readStopWeeklyToken(c.env, token)
  if (userId !== undefined)
    return {
      find: () => findWeeklyAddress(db, userId),
      stop: () => setWeeklyMail(db, userId, false),
      resume: () => setWeeklyMail(db, userId, true),
    }
  const hash = readStopToken(c.env, token)
  if (hash === undefined) return undefined
  return {
    find: async () => ((await areStopped(db, hash)) ? undefined : {}),
    stop: () => stopReceipts(db, hash),
    resume: () => resumeReceipts(db, hash),
  }
}

async function showEmails(
  c: Context<App>,
  { find }: { find: () => Promise<{ weeklyTo?: string } | undefined> },
): Promise<Response> {
  const sent = await find()
  return sent ? show(c, 'stop', sent.weeklyTo) : show(c, 'stopped')
}

function show(c: Context<App>, state: MailLinkState, weeklyTo?: string): Response {
  const path = c.req.path.replace(/\/undo$/, '')
  return toResponse(mailLinkPage(siteOf(c), { state, path, weeklyTo }))
}

// Receipts.

const receiptMissing = 'This link has expired, or what was sent is deleted'

export const receiptRoutes = new Hono<App>()

const changesPerHour = 20

receiptRoutes.get(
  '/:token',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link, for 90 days',
    responseType: 'text/html',
    summary: 'What a visitor sent, for whoever has the private link',
    errors: { 404: receiptMissing },
  }),
  async (c) => {
    const opened = await openReceipt(c)
    if (!opened) return gone(c)
    const { receipt, show } = opened
    return show({ answers: receipt.answers }, newsOf(c))
  },
)

receiptRoutes.post(
  '/:token',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link, for 90 days',
    body: Answers,
    readBody: readForm,
    maxBody: maxFormBody,
    requestTypes: [plainForm],
    responseType: 'text/html',
    summary: 'Correct what was sent',
    example: { name: 'Grace Hopper', email: 'grace@example.com' },
    errors: { 404: receiptMissing, 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const opened = await openReceipt(c)
    if (!opened) return gone(c)
    const { receipt, card, words, show } = opened
    if (!card) return gone(c)
    await limitChanges(c, receipt)
    const sent = c.req.valid('json')
    const { answers, error } = readAnswers(card, words, sent)
    if (error) return show({ answers: sent, error }, 'none', 400)
    const keys = card.formConfig.fields.map(({ key }) => key)
    // In the stored order, as unchanged answers are not a correction. Answers of removed fields stay.
    const kept = Object.entries({ ...receipt.answers, ...answers }).filter(
      ([key]) => Object.hasOwn(answers, key) || !keys.some((one) => one === key),
    )
    await reviseAnswers(database(c.env.DB), receipt, Object.fromEntries(kept))
    const query = new URLSearchParams(languageQuery(card))
    query.set('news', 'saved')
    return c.redirect(`${receiptPath(c.req.param('token'))}?${query}`, 303)
  },
)

receiptRoutes.post(
  '/:token/delete',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link, for 90 days',
    maxBody: kB,
    responseType: 'text/html',
    summary: 'Delete what was sent; it is still counted',
    errors: { 404: receiptMissing, 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const db = database(c.env.DB)
    const receipt = await findByToken(c)
    if (!receipt) {
      const token = ReceiptToken.safeParse(c.req.param('token')).data
      const isDeleted = token !== undefined && (await forgetDeletedEntry(db, token))
      return toResponse(receiptGonePage(siteOf(c), { isDeleted }))
    }
    await limitChanges(c, receipt)
    await withdrawEntry(db, receipt.id)
    return toResponse(receiptGonePage(siteOf(c), { isDeleted: true }))
  },
)

function readForm(c: Context<App>): unknown {
  if (mediaType(c) !== plainForm) fail(415, `Send the request as ${plainForm}.`)
  return readFormFields(c.get('bytes'))
}

/** The receipt with its card, and a function that shows it in the visitor's language; undefined if there is none. */
async function openReceipt(c: Context<App>) {
  const receipt = await findByToken(c)
  if (!receipt) return undefined
  const found = await findCardInAnyState(database(c.env.DB), receipt.cardId)
  const preferred = preferredLanguages(c.req.raw)
  const card = found && inPreferredLanguage(found, preferred).card
  const words = card ? wordsIn(card.language) : wordsForVisitor(preferred)
  const show = (
    filled: Parameters<typeof receiptPage>[1]['filled'],
    news: ReceiptNews,
    status = 200,
  ) => {
    const shown = {
      card,
      isLive: found?.state === 'live',
      until: receipt.until,
      filled,
      news,
      status,
    }
    return toResponse(
      receiptPage(siteOf(c, words), { token: c.req.param('token') ?? '', ...shown }),
    )
  }
  return { receipt, card, words, show }
}

function findByToken(c: Context<App>): Promise<Receipt | undefined> | undefined {
  const token = ReceiptToken.safeParse(c.req.param('token')).data
  return token ? findReceipt(database(c.env.DB), token) : undefined
}

function gone(c: Context<App>): Response {
  return toResponse(receiptGonePage(siteOf(c), { isDeleted: false }))
}

function siteOf(c: Context<App>, words = wordsForVisitor(preferredLanguages(c.req.raw))) {
  return getSite(c.env, publicOrigin(c.env, c.req.raw), words)
}

function newsOf(c: Context<App>): ReceiptNews {
  const news = c.req.query('news')
  return news === 'sent' || news === 'saved' ? news : 'none'
}

async function limitChanges(c: Context<App>, { id }: Receipt): Promise<void> {
  const limit = { kind: 'receipt', subject: `${id}`, max: changesPerHour, window: hourSeconds }
  const wait = await consumeLimit(c.env, limit)
  if (wait > 0) tooManyRequests(wait)
}
