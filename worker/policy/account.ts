/** Policy rows of the user's own account. */
import * as z from 'zod/mini'
import {
  demoMessage,
  emailVerifiedMessage,
  invalidRevertLinkMessage,
  invalidVerificationLinkMessage,
  MailChoice,
  Session,
} from '../../schema/account.ts'
import { SignedIn, signInExpiredMessage, wrongCodeMessage } from '../../schema/second-factor.ts'
import { ActivityPage } from '../../schema/security-event.ts'
import { invalidOfferMessage, TransferOffer } from '../../schema/transfer.ts'
import {
  commonPasswordMessage,
  HandedOver,
  invalidResetLinkMessage,
  User,
} from '../../schema/user.ts'
import {
  accountChangedMessage,
  kB,
  messageResponse,
  type PolicyRow,
  tooManyAttemptsMessage,
} from './row.ts'

export const emailUnverifiedMessage = 'Confirm your email address before you hand over your cards.'
export const noCardsMessage = 'You have no cards to hand over.'
export const anotherAccountMessage =
  'This offer is for another account. Sign in with the account that received the email.'
export const oneCardLimitMessage =
  'You cannot have more than one card. Ask a System Admin to hand these over.'
export const reloadMessage = 'Something just changed. Reload the page and try again.'

export const accountRows: Record<string, PolicyRow> = {
  'GET /api/user': {
    access: 1,
    summary: 'The signed-in user',
    allowedBeforeSecondFactor: true,
    response: User,
  },
  'POST /api/login': {
    access: 'anyone',
    summary:
      'Sign in by username or email address; with two-step verification on, the response asks for a code',
    maxBody: 2 * kB,
    response: SignedIn,
    errors: {
      401: `Invalid username or password, or: ${accountChangedMessage}`,
      429: tooManyAttemptsMessage,
    },
  },
  'POST /api/login/code': {
    access: 'anyone',
    summary: 'Finish signing in with an authenticator code or a recovery code',
    rule: 'with the token returned for the correct password',
    maxBody: kB,
    response: User,
    errors: { 400: wrongCodeMessage, 401: signInExpiredMessage, 429: tooManyAttemptsMessage },
  },
  'POST /api/reauthenticate': {
    access: 1,
    summary: 'Reauthenticate for calls that require it, for the next ten minutes',
    allowedBeforeSecondFactor: true,
    maxBody: 2 * kB,
    status: 204,
    errors: { 400: `Password is incorrect, or ${wrongCodeMessage}`, 429: tooManyAttemptsMessage },
  },
  'POST /api/register': {
    access: 'anyone',
    summary: 'Create a level 1 account and its first card',
    rule: 'while registration is open',
    maxBody: 4 * kB,
    response: User,
    status: 201,
    audit: true,
    errors: {
      403: 'Registration is closed.',
      409: 'Username or slug already exists',
      429: tooManyAttemptsMessage,
    },
  },
  'POST /api/logout': { access: 'anyone', summary: 'Sign out', status: 204 },
  'POST /api/reset-password': {
    access: 'anyone',
    summary: 'Send a reset link if the email is registered',
    maxBody: kB,
    response: messageResponse,
  },
  'POST /api/reset-password/check': {
    access: 'anyone',
    summary: 'Whether a reset link still works; it is not used up',
    maxBody: kB,
    status: 204,
    errors: { 400: invalidResetLinkMessage },
  },
  'POST /api/reset-password/confirm': {
    access: 'anyone',
    summary: 'Set a new password with the token from a reset link',
    maxBody: 2 * kB,
    response: messageResponse,
    audit: true,
    errors: {
      400: `${invalidResetLinkMessage} Or: ${commonPasswordMessage}`,
    },
  },
  'POST /api/update-password': {
    access: 1,
    summary: 'Change your password',
    allowedBeforeSecondFactor: true,
    maxBody: 2 * kB,
    response: User,
    errors: {
      400: `Current password is incorrect, or: ${commonPasswordMessage}`,
      429: tooManyAttemptsMessage,
    },
  },
  'POST /api/account/handover': {
    access: 1,
    summary:
      'Offer all your cards, with links and inbox, to a colleague, who accepts with a link sent by email',
    rule: 'both email addresses must be confirmed; below level 4, only to level 4 or to a user who then has at most one card; only level 5 can offer cards to level 5',
    requiresRecentAuth: true,
    maxBody: kB,
    response: messageResponse,
    errors: {
      404: 'User not found',
      409: `${emailUnverifiedMessage} Or: ${noCardsMessage}`,
      429: tooManyAttemptsMessage,
    },
  },
  'POST /api/account/handover/offer': {
    access: 1,
    summary: 'Who offers you how many cards, by the token from the email',
    rule: 'only for the colleague named in the offer',
    maxBody: kB,
    response: TransferOffer,
    audit: false,
    errors: { 400: invalidOfferMessage, 403: anotherAccountMessage, 409: oneCardLimitMessage },
  },
  'POST /api/account/handover/accept': {
    access: 1,
    summary:
      'Accept the cards you were offered, with their links and inbox; both sides are notified by email',
    rule: 'only for the colleague named in the offer, once, within 7 days, while the sender still has these cards and the same credentials',
    maxBody: kB,
    response: HandedOver,
    errors: {
      400: invalidOfferMessage,
      403: anotherAccountMessage,
      409: `${oneCardLimitMessage} Or: ${reloadMessage}`,
    },
  },
  'GET /api/sessions': {
    access: 1,
    summary: 'Your sessions, newest first',
    allowedBeforeSecondFactor: true,
    response: z.array(Session),
  },
  'DELETE /api/sessions': {
    access: 1,
    summary: 'Sign out of all other devices',
    allowedBeforeSecondFactor: true,
    status: 204,
  },
  'DELETE /api/sessions/:session': {
    access: 1,
    summary: 'Sign out of one session',
    allowedBeforeSecondFactor: true,
    rule: 'only your own',
    status: 204,
  },
  'GET /api/account/activity': {
    access: 1,
    summary: 'Security events of your account, newest first',
    allowedBeforeSecondFactor: true,
    response: ActivityPage,
  },
  'GET /api/account/mail': {
    access: 1,
    summary: 'Your email notification settings',
    response: MailChoice,
  },
  'PUT /api/account/mail': {
    access: 1,
    summary: 'Change your email notification settings',
    maxBody: kB,
    response: MailChoice,
  },
  'GET /api/account/export': {
    access: 1,
    summary: 'Everything stored about you, as one file',
    responseType: 'application/json',
    export: true,
  },
  'DELETE /api/account': {
    access: 1,
    summary: 'Delete your account; it can be restored for 30 days',
    rule: 'with your password, and a code if two-step verification is on; not in demo mode, and never user 1',
    maxBody: 2 * kB,
    status: 204,
    errors: {
      400: `Password is incorrect, or ${wrongCodeMessage}`,
      403: demoMessage,
      409: 'The last System Admin cannot be removed.',
      429: tooManyAttemptsMessage,
    },
  },
  'POST /api/account/email-verification': {
    access: 1,
    summary: 'Resend the link that confirms your email address',
    response: messageResponse,
    audit: false,
    errors: { 409: emailVerifiedMessage, 429: tooManyAttemptsMessage },
  },
  'POST /api/account/email-verification/confirm': {
    access: 'anyone',
    summary: 'Confirm an email address with the token from the email',
    maxBody: kB,
    response: messageResponse,
    audit: true,
    errors: { 400: invalidVerificationLinkMessage },
  },
  'POST /api/account/email-revert': {
    access: 'anyone',
    summary: 'Undo an email change with the token from the email',
    maxBody: kB,
    response: messageResponse,
    errors: { 400: invalidRevertLinkMessage },
  },
}
