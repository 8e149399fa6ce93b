/** Confirms email addresses, and undoes their changes. */
import { Hono } from 'hono'
import {
  EmailRevert,
  EmailVerification,
  emailVerifiedMessage,
  invalidRevertLinkMessage,
  invalidVerificationLinkMessage,
} from '../../schema/accounts/account.ts'
import { type App, publicOrigin } from '../env.ts'
import { noteAudit } from '../http/audit.ts'
import { kB, messageResponse, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { clientAddress } from '../platform/client.ts'
import { database } from '../platform/database.ts'
import { sendPrepared } from '../platform/mail.ts'
import { limitRequestedVerifications } from '../platform/mail-limits.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'
import { redeemEmailRevert } from './email-change.ts'
import { storeVerification, verifyEmail } from './email-verification.ts'
import { clearSessionCookie, requireUser } from './sessions.ts'

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
    // The email sent at registration is the fifth.
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
