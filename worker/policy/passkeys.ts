/** Policy rows of passkeys. */
import * as z from 'zod/mini'
import { maxPasskeys, Passkey, PasskeyQuestion, PasskeyRequest } from '../../schema/passkey.ts'
import { signInExpiredMessage } from '../../schema/second-factor.ts'
import { User } from '../../schema/user.ts'
import { accountChanged, kB, type Row, wait } from './row.ts'

export const wrongPasskey = 'This passkey was not accepted. Try again, or use your password.'
export const wrongNewPasskey = 'This passkey could not be added. Try again, or use another device.'
export const passkeyOver = 'This took too long. Try again.'
export const passkeysFull = `You have reached the limit of ${maxPasskeys} passkeys. Remove one you no longer use.`
export const noSuchPasskey = 'Passkey not found'

export const passkeyRows: Record<string, Row> = {
  'POST /api/login/passkey/options': {
    who: 'anyone',
    summary: 'Passkey options for sign-in; the same for everyone',
    answer: PasskeyQuestion,
    refuses: { 429: wait },
  },
  'POST /api/login/passkey': {
    who: 'anyone',
    summary: 'Sign in with a passkey, which counts as both factors: no code is needed',
    maxBody: 16 * kB,
    answer: User,
    refuses: {
      401: `${wrongPasskey} Or: ${signInExpiredMessage} Or: ${accountChanged}`,
      429: wait,
    },
  },
  'POST /api/reauthenticate/passkey/options': {
    who: 1,
    summary: 'Passkey options for reauthentication',
    beforeFactor: true,
    audit: false,
    answer: PasskeyQuestion,
  },
  'POST /api/reauthenticate/passkey': {
    who: 1,
    summary: 'Reauthenticate with a passkey for calls that require it, for the next ten minutes',
    beforeFactor: true,
    maxBody: 16 * kB,
    status: 204,
    refuses: { 400: wrongPasskey, 429: wait },
  },
  'GET /api/account/passkeys': {
    who: 1,
    summary: 'Your passkeys, newest first',
    beforeFactor: true,
    answer: z.array(Passkey),
  },
  'POST /api/account/passkeys/options': {
    who: 1,
    summary: 'Options for creating a passkey',
    fresh: true,
    audit: false,
    answer: PasskeyRequest,
    refuses: { 409: passkeysFull },
  },
  'POST /api/account/passkeys': {
    who: 1,
    summary: 'Add a passkey; its owner is notified by email',
    fresh: true,
    maxBody: 24 * kB,
    answer: Passkey,
    status: 201,
    refuses: { 400: wrongNewPasskey, 409: passkeysFull },
  },
  'PATCH /api/account/passkeys/:passkey': {
    who: 1,
    summary: 'Rename a passkey',
    rule: 'only your own',
    maxBody: kB,
    answer: Passkey,
  },
  'DELETE /api/account/passkeys/:passkey': {
    who: 1,
    summary: 'Remove a passkey; signs out every other device',
    fresh: true,
    beforeFactor: true,
    rule: 'only your own',
    status: 204,
  },
}
