/** Policy rows of the user's own account. */
import * as z from 'zod/mini'
import {
  demoRefusal,
  emailIsVerified,
  invalidRevertLinkMessage,
  invalidVerificationLinkMessage,
  MailChoice,
  Session,
} from '../../schema/account.ts'
import { HandoverOffer, invalidOfferMessage } from '../../schema/handover.ts'
import {
  FactorSetUp,
  RecoveryCodes,
  SecondFactor,
  SignedIn,
  signInExpiredMessage,
  wrongCodeMessage,
} from '../../schema/second-factor.ts'
import { ActivityPage } from '../../schema/security-event.ts'
import { commonPassword, HandedOver, User } from '../../schema/user.ts'
import { accountChanged, kB, message, type Row, wait } from './row.ts'

export const factorIsOn = 'A second factor is on already. Turn it off first.'
export const factorIsOff = 'No second factor is on.'
export const notBegun = 'This set-up is over. Begin it again.'

export const unconfirmed = 'Confirm your email address before you hand over your cards.'
export const noCards = 'You have no cards to hand over.'
export const anotherAccount =
  'This offer is for another account. Sign in to the account that got the email.'
export const noRoom = 'You cannot have more than one card. Ask a System Admin to hand these over.'
export const changed = 'Something changed just now. Reload the page and try again.'

export const accountRows: Record<string, Row> = {
  'GET /api/user': { who: 1, summary: 'The signed-in user', beforeFactor: true, answer: User },
  'POST /api/login': {
    who: 'anyone',
    summary: 'Sign in; where a second factor is on the answer asks for its code',
    maxBody: 2 * kB,
    answer: SignedIn,
    refuses: { 401: `Invalid username or password, or: ${accountChanged}`, 429: wait },
  },
  'POST /api/login/code': {
    who: 'anyone',
    summary: 'Finish signing in with a code of the app, or a recovery code',
    rule: 'with the token that the right password was answered with',
    maxBody: kB,
    answer: User,
    refuses: { 400: wrongCodeMessage, 401: signInExpiredMessage, 429: wait },
  },
  'POST /api/reauthenticate': {
    who: 1,
    summary: 'Prove again who one is, for what asks for it in the next ten minutes',
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
  'POST /api/logout': { who: 'anyone', summary: 'End this session', status: 204 },
  'POST /api/reset-password': {
    who: 'anyone',
    summary: 'Send a reset link, if the email is registered',
    maxBody: kB,
    answer: message,
  },
  'POST /api/reset-password/confirm': {
    who: 'anyone',
    summary: 'Set a new password with the token of a reset link',
    maxBody: 2 * kB,
    answer: message,
    audit: true,
    refuses: {
      400: `This link is not valid or has expired. Ask for a new one. Or: ${commonPassword}`,
    },
  },
  'POST /api/update-password': {
    who: 1,
    summary: 'Change the own password',
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
      'Offer all the own cards, with addresses and inbox, to a colleague; the email to them holds the link that accepts',
    rule: 'with a confirmed address, to one of a confirmed address; below level 4, to level 4 or to somebody who has one card at most afterwards; to level 5, level 5 only',
    fresh: true,
    maxBody: kB,
    answer: message,
    refuses: { 404: 'User not found', 409: `${unconfirmed} Or: ${noCards}`, 429: wait },
  },
  'POST /api/account/handover/offer': {
    who: 1,
    summary: 'Who offers one how many cards, by the token of the email',
    rule: 'to the colleague the offer names',
    maxBody: kB,
    answer: HandoverOffer,
    audit: false,
    refuses: { 400: invalidOfferMessage, 403: anotherAccount, 409: noRoom },
  },
  'POST /api/account/handover/accept': {
    who: 1,
    summary:
      'Take the cards one was offered, with their addresses and inbox; both sides are told by email',
    rule: 'the colleague the offer names, once, within 7 days, while the giver has these cards and signs in as before',
    maxBody: kB,
    answer: HandedOver,
    refuses: { 400: invalidOfferMessage, 403: anotherAccount, 409: `${noRoom} Or: ${changed}` },
  },
  'GET /api/sessions': {
    who: 1,
    summary: 'Where one is signed in, newest first',
    beforeFactor: true,
    answer: z.array(Session),
  },
  'DELETE /api/sessions': {
    who: 1,
    summary: 'Sign out everywhere else',
    beforeFactor: true,
    status: 204,
  },
  'DELETE /api/sessions/:session': {
    who: 1,
    summary: 'End one session',
    beforeFactor: true,
    rule: 'of oneself',
    status: 204,
  },
  'GET /api/account/activity': {
    who: 1,
    summary: 'Security events of the own account, newest first',
    beforeFactor: true,
    answer: ActivityPage,
  },
  'GET /api/account/mail': { who: 1, summary: 'What one is told by mail', answer: MailChoice },
  'PUT /api/account/mail': {
    who: 1,
    summary: 'Choose what one is told by mail',
    maxBody: kB,
    answer: MailChoice,
  },
  'GET /api/account/export': {
    who: 1,
    summary: 'Everything kept about oneself, as one file',
    media: 'application/json',
    export: true,
  },
  'DELETE /api/account': {
    who: 1,
    summary: 'Delete the own account; restorable for 30 days',
    rule: 'with the password, and a code where a second factor is on; not in a demonstration, and never user 1',
    maxBody: 2 * kB,
    status: 204,
    refuses: {
      400: `Password is incorrect, or ${wrongCodeMessage}`,
      403: demoRefusal,
      409: 'The last System Admin cannot be removed.',
      429: wait,
    },
  },
  'GET /api/account/second-factor': {
    who: 1,
    summary: 'How the own second factor stands',
    beforeFactor: true,
    answer: SecondFactor,
  },
  'POST /api/account/second-factor': {
    who: 1,
    summary: 'Begin to set up a second factor',
    fresh: true,
    beforeFactor: true,
    answer: FactorSetUp,
    status: 201,
    refuses: { 409: factorIsOn },
  },
  'POST /api/account/second-factor/confirm': {
    who: 1,
    summary: 'Turn it on with the first code of the app; signs every other device out',
    fresh: true,
    beforeFactor: true,
    maxBody: kB,
    answer: RecoveryCodes,
    refuses: { 400: wrongCodeMessage, 409: notBegun },
  },
  'POST /api/account/second-factor/recovery-codes': {
    who: 1,
    summary: 'Make new recovery codes; the former ones no longer work',
    fresh: true,
    answer: RecoveryCodes,
    status: 201,
    refuses: { 409: factorIsOff },
  },
  'DELETE /api/account/second-factor': {
    who: 1,
    summary: 'Turn the second factor off; signs every other device out',
    rule: 'with the password and a code',
    maxBody: 2 * kB,
    status: 204,
    refuses: { 400: `Password is incorrect, or ${wrongCodeMessage}`, 409: factorIsOff, 429: wait },
  },
  'POST /api/account/email-verification': {
    who: 1,
    summary: 'Send the link that confirms the own address again',
    answer: message,
    audit: false,
    refuses: { 409: emailIsVerified, 429: wait },
  },
  'POST /api/account/email-verification/confirm': {
    who: 'anyone',
    summary: 'Confirm an address with the token of its letter',
    maxBody: kB,
    answer: message,
    audit: true,
    refuses: { 400: invalidVerificationLinkMessage },
  },
  'POST /api/account/email-revert': {
    who: 'anyone',
    summary: 'Take a change of email back with the token of its letter',
    maxBody: kB,
    answer: message,
    refuses: { 400: invalidRevertLinkMessage },
  },
}
