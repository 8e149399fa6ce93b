/** Policy rows of the user's own account. */
import * as z from 'zod/mini'
import {
  demoMessage,
  emailIsVerified,
  invalidRevertLinkMessage,
  invalidVerificationLinkMessage,
  MailChoice,
  Session,
} from '../../schema/account.ts'
import {
  FactorSetUp,
  RecoveryCodes,
  SecondFactor,
  SignedIn,
  signInExpiredMessage,
  wrongCodeMessage,
} from '../../schema/second-factor.ts'
import { ActivityPage } from '../../schema/security-event.ts'
import { invalidOfferMessage, TransferOffer } from '../../schema/transfer.ts'
import { commonPassword, HandedOver, invalidResetLinkMessage, User } from '../../schema/user.ts'
import { accountChanged, kB, message, type Row, wait } from './row.ts'

export const factorIsOn = 'Two-step verification is already on. Turn it off first.'
export const factorIsOff = 'Two-step verification is off.'
export const notBegun = 'This setup has expired. Start again.'
export const unconfirmed = 'Confirm your email address before you hand over your cards.'
export const noCards = 'You have no cards to hand over.'
export const anotherAccount =
  'This offer is for another account. Sign in with the account that received the email.'
export const noRoom = 'You cannot have more than one card. Ask a System Admin to hand these over.'
export const changed = 'Something just changed. Reload the page and try again.'

export const accountRows: Record<string, Row> = {
  'GET /api/user': { who: 1, summary: 'The signed-in user', beforeFactor: true, answer: User },
  'POST /api/login': {
    who: 'anyone',
    summary: 'Sign in; with two-step verification on, the response asks for a code',
    maxBody: 2 * kB,
    answer: SignedIn,
    refuses: { 401: `Invalid username or password, or: ${accountChanged}`, 429: wait },
  },
  'POST /api/login/code': {
    who: 'anyone',
    summary: 'Finish signing in with an authenticator code or a recovery code',
    rule: 'with the token returned for the correct password',
    maxBody: kB,
    answer: User,
    refuses: { 400: wrongCodeMessage, 401: signInExpiredMessage, 429: wait },
  },
  'POST /api/reauthenticate': {
    who: 1,
    summary: 'Reauthenticate for calls that require it, for the next ten minutes',
    beforeFactor: true,
    maxBody: 2 * kB,
    status: 204,
    refuses: { 400: `Password is incorrect, or ${wrongCodeMessage}`, 429: wait },
  },
  'POST /api/register': {
    who: 'anyone',
    summary: 'Create a level 1 account and its first card',
    rule: 'while registration is open',
    maxBody: 4 * kB,
    answer: User,
    status: 201,
    audit: true,
    refuses: { 403: 'Registration is closed.', 409: 'Username or slug already exists', 429: wait },
  },
  'POST /api/logout': { who: 'anyone', summary: 'Sign out', status: 204 },
  'POST /api/reset-password': {
    who: 'anyone',
    summary: 'Send a reset link if the email is registered',
    maxBody: kB,
    answer: message,
  },
  'POST /api/reset-password/check': {
    who: 'anyone',
    summary: 'Whether a reset link still works; it is not used up',
    maxBody: kB,
    status: 204,
    refuses: { 400: invalidResetLinkMessage },
  },
  'POST /api/reset-password/confirm': {
    who: 'anyone',
    summary: 'Set a new password with the token from a reset link',
    maxBody: 2 * kB,
    answer: message,
    audit: true,
    refuses: {
      400: `${invalidResetLinkMessage} Or: ${commonPassword}`,
    },
  },
  'POST /api/update-password': {
    who: 1,
    summary: 'Change your password',
    beforeFactor: true,
    maxBody: 2 * kB,
    answer: User,
    refuses: {
      400: `Current password is incorrect, or: ${commonPassword}`,
      429: wait,
    },
  },
  'POST /api/account/handover': {
    who: 1,
    summary:
      'Offer all your cards, with links and inbox, to a colleague, who accepts with a link sent by email',
    rule: 'both email addresses must be confirmed; below level 4, only to level 4 or to a user who then has at most one card; only level 5 can offer cards to level 5',
    fresh: true,
    maxBody: kB,
    answer: message,
    refuses: { 404: 'User not found', 409: `${unconfirmed} Or: ${noCards}`, 429: wait },
  },
  'POST /api/account/handover/offer': {
    who: 1,
    summary: 'Who offers you how many cards, by the token from the email',
    rule: 'only for the colleague named in the offer',
    maxBody: kB,
    answer: TransferOffer,
    audit: false,
    refuses: { 400: invalidOfferMessage, 403: anotherAccount, 409: noRoom },
  },
  'POST /api/account/handover/accept': {
    who: 1,
    summary:
      'Accept the cards you were offered, with their links and inbox; both sides are notified by email',
    rule: 'only for the colleague named in the offer, once, within 7 days, while the sender still has these cards and the same credentials',
    maxBody: kB,
    answer: HandedOver,
    refuses: { 400: invalidOfferMessage, 403: anotherAccount, 409: `${noRoom} Or: ${changed}` },
  },
  'GET /api/sessions': {
    who: 1,
    summary: 'Your sessions, newest first',
    beforeFactor: true,
    answer: z.array(Session),
  },
  'DELETE /api/sessions': {
    who: 1,
    summary: 'Sign out of all other devices',
    beforeFactor: true,
    status: 204,
  },
  'DELETE /api/sessions/:session': {
    who: 1,
    summary: 'Sign out of one session',
    beforeFactor: true,
    rule: 'only your own',
    status: 204,
  },
  'GET /api/account/activity': {
    who: 1,
    summary: 'Security events of your account, newest first',
    beforeFactor: true,
    answer: ActivityPage,
  },
  'GET /api/account/mail': {
    who: 1,
    summary: 'Your email notification settings',
    answer: MailChoice,
  },
  'PUT /api/account/mail': {
    who: 1,
    summary: 'Change your email notification settings',
    maxBody: kB,
    answer: MailChoice,
  },
  'GET /api/account/export': {
    who: 1,
    summary: 'Everything stored about you, as one file',
    media: 'application/json',
    export: true,
  },
  'DELETE /api/account': {
    who: 1,
    summary: 'Delete your account; it can be restored for 30 days',
    rule: 'with your password, and a code if two-step verification is on; not in demo mode, and never user 1',
    maxBody: 2 * kB,
    status: 204,
    refuses: {
      400: `Password is incorrect, or ${wrongCodeMessage}`,
      403: demoMessage,
      409: 'The last System Admin cannot be removed.',
      429: wait,
    },
  },
  'GET /api/account/second-factor': {
    who: 1,
    summary: 'The state of your two-step verification',
    beforeFactor: true,
    answer: SecondFactor,
  },
  'POST /api/account/second-factor': {
    who: 1,
    summary: 'Start setting up two-step verification',
    fresh: true,
    beforeFactor: true,
    answer: FactorSetUp,
    status: 201,
    refuses: { 409: factorIsOn },
  },
  'POST /api/account/second-factor/confirm': {
    who: 1,
    summary:
      'Turn on two-step verification with the first code from the app; signs out every other device',
    fresh: true,
    beforeFactor: true,
    maxBody: kB,
    answer: RecoveryCodes,
    refuses: { 400: wrongCodeMessage, 409: notBegun },
  },
  'POST /api/account/second-factor/recovery-codes': {
    who: 1,
    summary: 'Create new recovery codes; the previous ones stop working',
    fresh: true,
    answer: RecoveryCodes,
    status: 201,
    refuses: { 409: factorIsOff },
  },
  'DELETE /api/account/second-factor': {
    who: 1,
    summary: 'Turn off two-step verification; signs out every other device',
    rule: 'with your password and a code',
    maxBody: 2 * kB,
    status: 204,
    refuses: { 400: `Password is incorrect, or ${wrongCodeMessage}`, 409: factorIsOff, 429: wait },
  },
  'POST /api/account/email-verification': {
    who: 1,
    summary: 'Resend the link that confirms your email address',
    answer: message,
    audit: false,
    refuses: { 409: emailIsVerified, 429: wait },
  },
  'POST /api/account/email-verification/confirm': {
    who: 'anyone',
    summary: 'Confirm an email address with the token from the email',
    maxBody: kB,
    answer: message,
    audit: true,
    refuses: { 400: invalidVerificationLinkMessage },
  },
  'POST /api/account/email-revert': {
    who: 'anyone',
    summary: 'Undo an email change with the token from the email',
    maxBody: kB,
    answer: message,
    refuses: { 400: invalidRevertLinkMessage },
  },
}
