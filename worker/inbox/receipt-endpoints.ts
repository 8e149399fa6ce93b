/** The receipts of visitors, opened by their private links. */
import { type Context, Hono } from 'hono'
import { languageQuery } from '../../card/links.ts'
import { Answers, ReceiptToken, receiptPath } from '../../schema/inbox/form.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { mediaType, publicEndpoint } from '../http/input.ts'
import { database } from '../platform/database.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import { preferredLanguages, wordsForVisitor, wordsIn } from '../public/languages.ts'
import { toResponse } from '../public/page-response.ts'
import { findCardInAnyState } from '../public/public-card-queries.ts'
import { getSite, inPreferredLanguage } from '../public/public-page.ts'
import { maxFormBody, readAnswers } from './form-submission.ts'
import { type ReceiptNews, receiptGonePage, receiptPage } from './receipt-page.tsx'
import {
  findReceipt,
  forgetReceipt,
  type Receipt,
  reviseAnswers,
  withdrawEntry,
} from './receipts.ts'

const receiptMissing = 'This link has expired, or what was sent is deleted'

export const receiptRoutes = new Hono<App>()

const plainForm = 'application/x-www-form-urlencoded'
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
    requestTypes: ['application/x-www-form-urlencoded'],
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
      const isDeleted = token !== undefined && (await forgetReceipt(db, token))
      return toResponse(receiptGonePage(siteOf(c), { isDeleted }))
    }
    await limitChanges(c, receipt)
    await withdrawEntry(db, receipt.id)
    return toResponse(receiptGonePage(siteOf(c), { isDeleted: true }))
  },
)

function readForm(c: Context<App>): unknown {
  if (mediaType(c) !== plainForm) fail(415, `Send the request as ${plainForm}.`)
  const sent = new URLSearchParams(new TextDecoder().decode(c.get('bytes')))
  // Browsers send line breaks as CRLF but count them as one character.
  const answers = Array.from(sent, ([key, answer]) => [key, answer.replaceAll('\r\n', '\n')])
  return Object.fromEntries(answers)
}

/** The receipt with its card, and how to show it in the best language of the visitor; undefined if there is none. */
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
