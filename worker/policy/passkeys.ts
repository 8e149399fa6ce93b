/** Policy rows of passkeys. */
import * as z from 'zod/mini'
import { maxPasskeys, Passkey, PasskeyQuestion, PasskeyRequest } from '../../schema/passkey.ts'
import { signInExpiredMessage } from '../../schema/second-factor.ts'
import { User } from '../../schema/user.ts'
import { accountChangedMessage, kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

export const wrongPasskeyMessage = 'This passkey was not accepted. Try again, or use your password.'
export const wrongNewPasskeyMessage =
  'This passkey could not be added. Try again, or use another device.'
export const passkeyExpiredMessage = 'This took too long. Try again.'
export const tooManyPasskeysMessage = `You have reached the limit of ${maxPasskeys} passkeys. Remove one you no longer use.`
export const passkeyNotFoundMessage = 'Passkey not found'

export const passkeyRows: Record<string, PolicyRow> = {
  'POST /api/login/passkey/options': {
    access: 'anyone',
    summary: 'Passkey options for sign-in; the same for everyone',
    response: PasskeyQuestion,
    errors: { 429: tooManyAttemptsMessage },
  },
  'POST /api/login/passkey': {
    access: 'anyone',
    summary: 'Sign in with a passkey, which counts as both factors: no code is needed',
    maxBody: 16 * kB,
    response: User,
    errors: {
      401: `${wrongPasskeyMessage} Or: ${signInExpiredMessage} Or: ${accountChangedMessage}`,
      429: tooManyAttemptsMessage,
    },
  },
  'POST /api/reauthenticate/passkey/options': {
    access: 1,
    summary: 'Passkey options for reauthentication',
    allowedBeforeSecondFactor: true,
    audit: false,
    response: PasskeyQuestion,
  },
  'POST /api/reauthenticate/passkey': {
    access: 1,
    summary: 'Reauthenticate with a passkey for calls that require it, for the next ten minutes',
    allowedBeforeSecondFactor: true,
    maxBody: 16 * kB,
    status: 204,
    errors: { 400: wrongPasskeyMessage, 429: tooManyAttemptsMessage },
  },
  'GET /api/account/passkeys': {
    access: 1,
    summary: 'Your passkeys, newest first',
    allowedBeforeSecondFactor: true,
    response: z.array(Passkey),
  },
  'POST /api/account/passkeys/options': {
    access: 1,
    summary: 'Options for creating a passkey',
    requiresRecentAuth: true,
    audit: false,
    response: PasskeyRequest,
    errors: { 409: tooManyPasskeysMessage },
  },
  'POST /api/account/passkeys': {
    access: 1,
    summary: 'Add a passkey; its owner is notified by email',
    requiresRecentAuth: true,
    maxBody: 24 * kB,
    response: Passkey,
    status: 201,
    errors: { 400: wrongNewPasskeyMessage, 409: tooManyPasskeysMessage },
  },
  'PATCH /api/account/passkeys/:passkey': {
    access: 1,
    summary: 'Rename a passkey',
    rule: 'only your own',
    maxBody: kB,
    response: Passkey,
  },
  'DELETE /api/account/passkeys/:passkey': {
    access: 1,
    summary: 'Remove a passkey; signs out every other device',
    requiresRecentAuth: true,
    allowedBeforeSecondFactor: true,
    rule: 'only your own',
    status: 204,
  },
}
