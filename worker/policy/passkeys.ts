/** Policy rows of passkeys. */
import * as z from 'zod/mini'
import { maxPasskeys, Passkey, PasskeyQuestion, PasskeyRequest } from '../../schema/passkey.ts'
import { signInExpiredMessage } from '../../schema/second-factor.ts'
import { User } from '../../schema/user.ts'
import { accountChanged, kB, type Row, wait } from './row.ts'

export const wrongPasskey = 'This passkey was not accepted. Try again, or use your password.'
export const wrongNewPasskey = 'This passkey could not be added. Try again, or use another device.'
export const passkeyOver = 'This took too long. Try again.'
export const passkeysFull = `You have ${maxPasskeys} passkeys. Remove one that is not used any more.`
export const noSuchPasskey = 'Passkey not found'

export const passkeyRows: Record<string, Row> = {
  'POST /api/login/passkey/options': {
    who: 'anyone',
    summary: 'What a browser asks a passkey to sign in with; the same for everybody',
    answer: PasskeyQuestion,
    refuses: { 429: wait },
  },
  'POST /api/login/passkey': {
    who: 'anyone',
    summary: 'Sign in with a passkey, which counts as both factors: no code is asked for',
    maxBody: 16 * kB,
    answer: User,
    refuses: {
      401: `${wrongPasskey} Or: ${signInExpiredMessage} Or: ${accountChanged}`,
      429: wait,
    },
  },
  'POST /api/reauthenticate/passkey/options': {
    who: 1,
    summary: 'What a browser asks one of the own passkeys to prove who one is with',
    beforeFactor: true,
    audit: false,
    answer: PasskeyQuestion,
  },
  'POST /api/reauthenticate/passkey': {
    who: 1,
    summary: 'Prove again who one is with a passkey, for what asks for it in the next ten minutes',
    beforeFactor: true,
    maxBody: 16 * kB,
    status: 204,
    refuses: { 400: wrongPasskey, 429: wait },
  },
  'GET /api/account/passkeys': {
    who: 1,
    summary: 'The own passkeys, newest first',
    beforeFactor: true,
    answer: z.array(Passkey),
  },
  'POST /api/account/passkeys/options': {
    who: 1,
    summary: 'What a browser is asked to make a passkey with',
    fresh: true,
    audit: false,
    answer: PasskeyRequest,
    refuses: { 409: passkeysFull },
  },
  'POST /api/account/passkeys': {
    who: 1,
    summary: 'Add a passkey; its owner is told by mail',
    fresh: true,
    maxBody: 24 * kB,
    answer: Passkey,
    status: 201,
    refuses: { 400: wrongNewPasskey, 409: passkeysFull },
  },
  'PATCH /api/account/passkeys/:passkey': {
    who: 1,
    summary: 'Rename a passkey',
    rule: 'of oneself',
    maxBody: kB,
    answer: Passkey,
  },
  'DELETE /api/account/passkeys/:passkey': {
    who: 1,
    summary: 'Remove a passkey; signs every other device out',
    fresh: true,
    beforeFactor: true,
    rule: 'of oneself',
    status: 204,
  },
}
