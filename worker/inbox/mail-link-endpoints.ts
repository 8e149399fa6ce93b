/**
 * The links in emails: to confirm the address of a visitor, and to stop the emails. Programs that read email open links to
 * check them, so a link only shows a button; that of the header is posted with one click (RFC 8058).
 */
import { type Context, Hono } from 'hono'
import { getsWeeklyMail, readStopWeeklyToken, setWeeklyMail } from '../analytics/weekly-email.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { publicEndpoint } from '../http/input.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { sendPendingMail } from '../platform/mail.ts'
import type { Site } from '../public/html-document.tsx'
import { preferredLanguages, wordsForVisitor } from '../public/languages.ts'
import { toResponse } from '../public/page-response.ts'
import { getSite } from '../public/public-page.ts'
import { areStopped, readStopToken, resumeReceipts, stopReceipts } from './receipt-addresses.ts'
import { confirmAddress, findConfirmation } from './receipt-email.tsx'
import { type MailLinkState, mailLinkPage } from './receipt-page.tsx'

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
    // Else the cron job sends it within a minute.
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
    return show(c, (await emails.areStopped()) ? 'stopped' : 'stop')
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
    return show(c, 'stop')
  },
)

/** What the token stops: the copies to an address, or the weekly figures of a user. Undefined if it is forged. */
function emailsOf(c: Context<App>) {
  const token = c.req.param('token') ?? ''
  const db = database(c.env.DB)
  const userId = readStopWeeklyToken(c.env, token)
  if (userId !== undefined)
    return {
      areStopped: async () => !(await getsWeeklyMail(db, userId)),
      stop: () => setWeeklyMail(db, userId, false),
      resume: () => setWeeklyMail(db, userId, true),
    }
  const hash = readStopToken(c.env, token)
  if (hash === undefined) return undefined
  return {
    areStopped: () => areStopped(db, hash),
    stop: () => stopReceipts(db, hash),
    resume: () => resumeReceipts(db, hash),
  }
}

function show(c: Context<App>, state: MailLinkState): Response {
  const path = c.req.path.replace(/\/undo$/, '')
  return toResponse(mailLinkPage(siteOf(c), { state, path }))
}

function siteOf(c: Context<App>): Site {
  const words = wordsForVisitor(preferredLanguages(c.req.raw))
  return getSite(c.env, publicOrigin(c.env, c.req.raw), words)
}
