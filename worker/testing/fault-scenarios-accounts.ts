/** Fault scenarios of accounts: sign-in, passwords, sessions, tokens and second factors. Only tests import this. */
import { codeOf } from './authenticator-app.ts'
import type { Fixtures } from './fault-fixtures.ts'
import { asOwner, clientId, newUser, type Scenario } from './fault-scenarios.ts'
import { signChallenge } from './passkey.ts'
import { password } from './second-factor.ts'

const withSecondFactor = (fixtures: Fixtures) => ({ Cookie: fixtures.withFactor.cookie })

export const accounts: Scenario[] = [
  {
    name: 'a sign-in',
    // From a signed-in browser, whose session ends.
    request: (fixtures) => ({
      call: 'POST /api/login',
      body: { username: fixtures.owner.user.username, password },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a sign-in to an account with a second factor',
    request: (fixtures) => ({
      call: 'POST /api/login',
      body: { username: fixtures.withFactor.user.username, password },
    }),
  },
  {
    name: 'the code of a sign-in',
    repeatStatuses: {
      400: 'A code is good once (RFC 6238 5.2).',
      401: 'A sign-in is gone on with once.',
    },
    notRepeatable: 'A code is valid once; the next one follows within 30 seconds.',
    request: ({ keys, factor }) => ({
      call: 'POST /api/login/code',
      body: { token: keys.step, code: codeOf(factor.secret) },
    }),
  },
  {
    name: 'a reauthentication',
    status: 204,
    request: (fixtures) => ({
      call: 'POST /api/reauthenticate',
      body: { password },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a reauthentication with a recovery code',
    repeatStatuses: { 400: 'A code is good once.' },
    notRepeatable: 'A code is good once; the user has others.',
    status: 204,
    request: (fixtures) => ({
      call: 'POST /api/reauthenticate',
      body: { password, code: fixtures.factor.codes[1] },
      headers: withSecondFactor(fixtures),
    }),
  },
  {
    name: 'a sign-in with a passkey',
    repeatStatuses: { 401: 'A challenge is answered once.' },
    notRepeatable: 'A challenge is answered once; the app asks for another.',
    request: (fixtures) => ({
      call: 'POST /api/login/passkey',
      body: signChallenge({ ...fixtures.passkey, counter: 7 }, fixtures.question),
    }),
  },
  {
    name: 'a registration',
    repeatStatuses: { 409: 'The account was created; the user signs in.' },
    status: 201,
    request: (fixtures) => {
      const { accessLevel: _, ...body } = newUser('grace-registers')
      return { call: 'POST /api/register', body, headers: asOwner(fixtures) }
    },
  },
  {
    name: 'a sign-out',
    status: 204,
    request: (fixtures) => ({ call: 'POST /api/logout', headers: asOwner(fixtures) }),
  },
  {
    name: 'a forgotten password',
    lostOnCrash:
      'The link is created after the response, whose time must reveal nothing; users without an email retry.',
    request: ({ owner: { user } }) => ({
      call: 'POST /api/reset-password',
      body: { email: user.email },
    }),
  },
  {
    name: 'a reset link checked',
    status: 204,
    request: ({ keys }) => ({
      call: 'POST /api/reset-password/check',
      body: { token: keys.reset },
    }),
  },
  {
    name: 'a new password by a link',
    repeatStatuses: { 400: 'It was done, and the link is used up.' },
    request: ({ keys }) => ({
      call: 'POST /api/reset-password/confirm',
      body: { token: keys.reset, password: 'battery staple' },
    }),
  },
  {
    name: 'a change of the password',
    repeatStatuses: { 400: 'It was changed.', 401: 'It was changed, and every session ended.' },
    request: (fixtures) => ({
      call: 'POST /api/update-password',
      body: { currentPassword: password, newPassword: 'battery staple' },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a change of email undone',
    repeatStatuses: { 400: 'It was done, and the link is used up.' },
    request: ({ keys }) => ({
      call: 'POST /api/account/email-revert',
      body: { token: keys.revert },
    }),
  },
  {
    name: 'a link to confirm an address',
    request: ({ unverified }) => ({
      call: 'POST /api/account/email-verification',
      headers: { Cookie: unverified.cookie },
    }),
  },
  {
    name: 'an address confirmed',
    request: ({ keys }) => ({
      call: 'POST /api/account/email-verification/confirm',
      body: { token: keys.verify },
    }),
  },
  {
    name: 'all other sessions ended',

    status: 204,
    request: (fixtures) => ({ call: 'DELETE /api/sessions', headers: asOwner(fixtures) }),
  },
  {
    name: 'a session ended',
    repeatStatuses: { 404: 'It was ended.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/sessions/${fixtures.keys.session}`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a token',
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/account/tokens',
      body: { name: 'New', clientId },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a token revoked',
    repeatStatuses: { 404: 'It was revoked.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/account/tokens/${fixtures.token.id}`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'cards read with a token',
    request: ({ token }) => ({
      call: 'GET /api/business-cards',
      headers: { Authorization: `Bearer ${token.token}` },
    }),
  },
  {
    name: 'a feed',
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/account/feeds',
      body: { name: 'New', kind: 'days', card: null, days: null, clientId },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a feed revoked',
    repeatStatuses: { 404: 'It was revoked.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/account/feeds/${fixtures.feed.id}`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'notification settings',
    request: (fixtures) => ({
      call: 'PUT /api/account/mail',
      body: { entries: false },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'an account export',
    request: (fixtures) => ({ call: 'GET /api/account/export', headers: asOwner(fixtures) }),
  },
  {
    name: 'an account deleted',
    repeatStatuses: { 401: 'The account and its sessions are gone.' },
    status: 204,
    request: (fixtures) => ({
      call: 'DELETE /api/account',
      body: { password },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a second factor factorSetup',
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/account/second-factor',
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a second factor on',
    repeatStatuses: { 409: 'It is on; the recovery codes are made anew.' },
    request: ({ startingFactor, factorSetup }) => ({
      call: 'POST /api/account/second-factor/confirm',
      body: { code: codeOf(factorSetup.secret) },
      headers: { Cookie: startingFactor.cookie },
    }),
  },
  {
    name: 'new recovery codes',
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/account/second-factor/recovery-codes',
      headers: withSecondFactor(fixtures),
    }),
  },
  {
    name: 'a second factor off',
    repeatStatuses: { 409: 'It is off.' },
    status: 204,
    request: (fixtures) => ({
      call: 'DELETE /api/account/second-factor',
      body: { password, code: fixtures.factor.codes[0] },
      headers: withSecondFactor(fixtures),
    }),
  },
]
