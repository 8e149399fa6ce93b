/** The caller's own account: sessions, API tokens, activity, notifications, export, deletion and email links. */
import { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  demoMessage,
  EmailRevert,
  EmailVerification,
  emailVerifiedMessage,
  invalidRevertLinkMessage,
  invalidVerificationLinkMessage,
  MailChoice,
  Session,
} from '../../schema/accounts/account.ts'
import { Reauthentication, wrongCodeMessage } from '../../schema/accounts/second-factor.ts'
import { ApiToken, NewApiToken } from '../../schema/analytics/analytics-export.ts'
import { ActivityPage, ActivityQuery } from '../../schema/users/audit.ts'
import { listCardsOwnedBy } from '../cards/queries.ts'
import { type App, publicOrigin } from '../env.ts'
import { noteAudit } from '../http/audit.ts'
import {
  accountChangedMessage,
  kB,
  messageResponse,
  tooManyAttemptsMessage,
} from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, requirePermission, tooManyRequests } from '../http/errors.ts'
import { listActivity } from '../operations/audit-log.ts'
import { networkHash } from '../operations/record-audit.ts'
import { clientAddress } from '../platform/client.ts'
import { database } from '../platform/database.ts'
import { contentDisposition, textStream } from '../platform/download.ts'
import { sendPrepared } from '../platform/mail.ts'
import { limitRequestedVerifications } from '../platform/mail-limits.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'
import { withdrawPages } from '../public/page-cache.ts'
import { deactivateSelf, firstUser } from '../users/edit.ts'
import { exportAccount } from './account-export.ts'
import { issueToken, listTokens, revokeToken } from './api-tokens.ts'
import { reauthenticate } from './credentials.ts'
import { redeemEmailRevert } from './email-change.ts'
import { sendNotice, storeVerification, verifyEmail } from './email-verification.ts'
import { accountDeletedEmail } from './emails.ts'
import {
  findNotificationPreferences,
  MailChange,
  saveNotificationPreferences,
  saveTimeZone,
} from './notification-preferences.ts'
import {
  clearSessionCookie,
  listSessions,
  requireUser,
  revokeOtherSessions,
  revokeSession,
} from './sessions.ts'

const tooManyTokensMessage =
  'You have reached the limit of 20 tokens. Revoke one you no longer use.'

export const accountRoutes = new Hono<App>()

const onlyLevel5 = 'Only a System Admin can create a token with this access.'

accountRoutes.get(
  '/sessions',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    response: z.array(Session),
    summary: 'Your sessions, newest first',
  }),
  async (c) => c.json(await listSessions(database(c.env.DB), requireUser(c))),
)

accountRoutes.delete(
  '/sessions',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    status: 204,
    summary: 'Sign out of all other devices',
    audit: 'sessions-ended',
  }),
  async (c) => {
    await revokeOtherSessions(database(c.env.DB), requireUser(c))
    return c.body(null, 204)
  },
)

accountRoutes.delete(
  '/sessions/:session',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    rule: 'only your own',
    status: 204,
    summary: 'Sign out of one session',
    audit: 'session-ended',
  }),
  async (c) => {
    const user = requireUser(c)
    const id = c.req.param('session')
    if (!(await revokeSession(database(c.env.DB), user.id, id))) fail(404, 'Session not found')
    if (id === user.sessionId) clearSessionCookie(c)
    return c.body(null, 204)
  },
)

accountRoutes.get(
  '/account/tokens',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    response: z.array(ApiToken),
    summary: 'Your API tokens, newest first',
  }),
  async (c) => c.json(await listTokens(database(c.env.DB), requireUser(c).id)),
)

accountRoutes.post(
  '/account/tokens',
  endpoint({
    access: 1,
    requiresRecentAuth: true,
    rule: 'for security events: level 5',
    body: NewApiToken,
    maxBody: kB,
    response: ApiToken,
    status: 201,
    summary: 'Create an API token, which is shown only once',
    example: { name: 'Sales spreadsheet' },
    errors: { 409: tooManyTokensMessage },
    audit: 'token-issued',
  }),
  async (c) => {
    const user = requireUser(c)
    const request = c.req.valid('json')
    requirePermission((request.scope ?? 'read') === 'read' || user.accessLevel === 5, onlyLevel5)
    const token = await issueToken(c.env, user, request)
    if (token === 'signed out') fail(409, accountChangedMessage)
    if (token === 'too many') fail(409, tooManyTokensMessage)
    if (token === 'revoked') fail(409, 'This token was revoked. Create a new one.')
    return c.json(token, 201)
  },
)

accountRoutes.delete(
  '/account/tokens/:token',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    rule: 'only your own',
    status: 204,
    summary: 'Revoke an API token',
    audit: 'token-revoked',
  }),
  async (c) => {
    const key = { userId: requireUser(c).id, id: c.req.param('token') }
    if (!(await revokeToken(database(c.env.DB), key))) fail(404, 'Token not found')
    return c.body(null, 204)
  },
)

accountRoutes.get(
  '/account/activity',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    query: ActivityQuery,
    response: ActivityPage,
    summary: 'Security events of your account, newest first',
  }),
  async (c) => {
    const search = { ...c.req.valid('query'), userId: requireUser(c).id, network: networkHash(c) }
    return c.json(await listActivity(database(c.env.DB), search))
  },
)

accountRoutes.get(
  '/account/mail',
  endpoint({
    access: 1,
    response: MailChoice,
    summary: 'Your email notification settings',
  }),
  async (c) => c.json(await findNotificationPreferences(database(c.env.DB), requireUser(c).id)),
)

accountRoutes.put(
  '/account/mail',
  endpoint({
    access: 1,
    body: MailChange,
    maxBody: kB,
    response: MailChoice,
    summary: 'Change your email notification settings',
    example: { entries: false },
    audit: 'mail-settings-changed',
  }),
  async (c) => {
    const { id } = requireUser(c)
    const db = database(c.env.DB)
    const { timeZone, ...choice } = c.req.valid('json')
    if (Object.keys(choice).length > 0) await saveNotificationPreferences(db, id, choice)
    if (timeZone) await saveTimeZone(db, id, timeZone)
    return c.json(await findNotificationPreferences(db, id))
  },
)

accountRoutes.get(
  '/account/export',
  endpoint({
    access: 1,
    export: true,
    responseType: 'application/json',
    summary: 'Everything stored about you, as one file',
    audit: { kind: 'data-exported', details: { what: 'account' } },
  }),
  async (c) => {
    const user = requireUser(c)
    const stem = `${c.env.PRODUCT_SHORT_NAME}-${user.username}-${new Date().toISOString().slice(0, 10)}`
    c.header('Content-Disposition', contentDisposition({ stem, extension: 'json' }))
    c.header('Content-Type', 'application/json; charset=utf-8')
    return c.body(textStream(exportAccount(c.env, user)))
  },
)

accountRoutes.delete(
  '/account',
  endpoint({
    access: 1,
    rule: 'with your password, and a code if two-step verification is on; not in demo mode, and never user 1',
    body: Reauthentication,
    maxBody: 2 * kB,
    status: 204,
    summary: 'Delete your account; it can be restored for 30 days',
    example: { password: 'correct horse' },
    errors: {
      400: `Password is incorrect, or ${wrongCodeMessage}`,
      403: demoMessage,
      409: 'The last System Admin cannot be removed.',
      429: tooManyAttemptsMessage,
    },
    audit: 'account-deleted',
  }),
  async (c) => {
    const user = requireUser(c)
    requirePermission(c.env.DEMO_MODE !== 'true', demoMessage)
    requirePermission(user.id !== firstUser, 'The first user cannot be deleted')
    const db = database(c.env.DB)
    const slugs = (await listCardsOwnedBy(db, user.id)).map(({ slug }) => slug)
    // The deletion's transaction uses up the code, so that a failed deletion leaves the code valid.
    let outcome: Awaited<ReturnType<typeof deactivateSelf>> | undefined
    await reauthenticate(c, c.req.valid('json'), async (code) => {
      outcome = await deactivateSelf(db, user, code)
      return outcome !== 'code used'
    })
    outcome ??= await deactivateSelf(db, user)
    if (outcome === 'last') fail(409, 'The last System Admin cannot be removed')
    if (outcome !== 'done') fail(409, accountChangedMessage)
    await withdrawPages(c.env, publicOrigin(c.env, c.req.raw), slugs)
    c.executionCtx.waitUntil(sendNotice(c.env, user, accountDeletedEmail(c.env, user)))
    clearSessionCookie(c)
    c.header('Clear-Site-Data', '"cache"')
    return c.body(null, 204)
  },
)

const tooManyLinksMessage =
  "We've sent the most links we can to this address today. Open the latest one, or try again tomorrow."

export const emailRoutes = new Hono<App>()

emailRoutes.post(
  '/account/email-verification',
  endpoint({
    access: 1,
    response: messageResponse,
    summary: 'Resend the link that confirms your email address',
    errors: { 409: emailVerifiedMessage, 429: tooManyAttemptsMessage },
    audit: null,
  }),
  async (c) => {
    const user = requireUser(c)
    if (user.emailVerified) fail(409, emailVerifiedMessage)
    // Five a day with the email sent at registration.
    const limit = { kind: 'verification', subject: `${user.id}`, max: 4, window: daySeconds }
    const wait = await consumeLimit(c.env, limit)
    if (wait > 0) tooManyRequests(wait)
    const recipient = { to: user.email, from: clientAddress(c.req.raw) }
    const retryAfter = await limitRequestedVerifications(c.env, recipient)
    if (retryAfter > 0)
      fail(429, tooManyLinksMessage, { headers: { 'Retry-After': `${retryAfter}` } })
    const origin = publicOrigin(c.env, c.req.raw)
    const email = await storeVerification(c.env, user, { origin, requested: true })
    if (!email) fail(409, emailVerifiedMessage)
    c.executionCtx.waitUntil(sendPrepared(c.env, email))
    return c.json({ message: 'Check your email and open the link to confirm your address.' })
  },
)

emailRoutes.post(
  '/account/email-verification/confirm',
  endpoint({
    access: 'anyone',
    body: EmailVerification,
    maxBody: kB,
    response: messageResponse,
    summary: 'Confirm an email address with the token from the email',
    example: { token: 'the-43-characters-behind-v-in-the-mail-link' },
    failures: { 400: 'link-refused' },
    errors: { 400: invalidVerificationLinkMessage },
    audit: 'email-verified',
  }),
  async (c) => {
    const verified = await verifyEmail(database(c.env.DB), c.req.valid('json').token)
    if (!verified) fail(400, invalidVerificationLinkMessage)
    const { user, isNew } = verified
    if (isNew) c.set('changed', { id: user.id, username: user.username })
    noteAudit(c, { userId: user.id, isSkipped: !isNew })
    return c.json({ message: 'Your email address is confirmed.' })
  },
)

emailRoutes.post(
  '/account/email-revert',
  endpoint({
    access: 'anyone',
    body: EmailRevert,
    maxBody: kB,
    response: messageResponse,
    summary: 'Undo an email change with the token from the email',
    example: { token: 'the-43-characters-behind-revert-in-the-link' },
    audit: 'email-change-undone',
    failures: { 400: 'link-refused' },
    errors: { 400: invalidRevertLinkMessage },
  }),
  async (c) => {
    const user = await redeemEmailRevert(database(c.env.DB), c.req.valid('json').token)
    if (!user) fail(400, invalidRevertLinkMessage)
    noteAudit(c, { userId: user.id })
    clearSessionCookie(c)
    return c.json({
      message:
        'Your previous email address is restored and every device was signed out. If someone else made the change, set a new password now with Forgot password.',
    })
  },
)
