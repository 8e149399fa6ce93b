/** The same of accounts: signing in, passwords, sessions, tokens, the second factor. Only tests import this. */
import { codeOf } from './authenticator-app.ts'
import type { World } from './fault-fixtures.ts'
import { clientId, newUser, own, type Scenario } from './fault-scenarios.ts'
import { password } from './second-factor.ts'

const guarded = (world: World) => ({ Cookie: world.guarded.cookie })

export const accounts: Scenario[] = [
  {
    name: 'a sign-in',
    // Of a browser that was signed in already, whose session ends with it.
    ask: (world) => ({
      call: 'POST /api/login',
      body: { username: world.owner.user.username, password },
      headers: own(world),
    }),
  },
  {
    name: 'a sign-in to an account with a second factor',
    ask: (world) => ({
      call: 'POST /api/login',
      body: { username: world.guarded.user.username, password },
    }),
  },
  {
    name: 'the code of a sign-in',
    lost: { 400: 'A code is good once.', 401: 'So is a sign-in: one begins again.' },
    again: { 400: 'A code is good once (RFC 6238 5.2).', 401: 'A sign-in is gone on with once.' },
    once: 'A code is good once; the next one is half a minute away.',
    ask: ({ keys, factor }) => ({
      call: 'POST /api/login/code',
      body: { token: keys.step, code: codeOf(factor.secret) },
    }),
  },
  {
    name: 'a proof of who one is',
    status: 204,
    ask: (world) => ({ call: 'POST /api/reauthenticate', body: { password }, headers: own(world) }),
  },
  {
    name: 'a registration',
    again: { 409: 'The account was made; one signs in.' },
    status: 201,
    ask: (world) => {
      const { accessLevel: _, ...body } = newUser('grace-registers')
      return { call: 'POST /api/register', body, headers: own(world) }
    },
  },
  {
    name: 'a sign-out',
    status: 204,
    ask: (world) => ({ call: 'POST /api/logout', headers: own(world) }),
  },
  {
    name: 'a forgotten password',
    afterwards:
      'The link is made after the answer, whose time tells nothing; who gets none asks again.',
    ask: ({ owner: { user } }) => ({
      call: 'POST /api/reset-password',
      body: { email: user.email },
    }),
  },
  {
    name: 'a new password by a link',
    again: { 400: 'It was done, and the link is used up.' },
    ask: ({ keys }) => ({
      call: 'POST /api/reset-password/confirm',
      body: { token: keys.reset, password: 'battery staple' },
    }),
  },
  {
    name: 'a change of the password',
    again: { 400: 'It was changed.', 401: 'It was changed, and every session ended.' },
    ask: (world) => ({
      call: 'POST /api/update-password',
      body: { currentPassword: password, newPassword: 'battery staple' },
      headers: own(world),
    }),
  },
  {
    name: 'an e-mail taken back',
    lost: { 400: 'It was done, and the link is good once.' },
    again: { 400: 'It was done, and the link is used up.' },
    ask: ({ keys }) => ({ call: 'POST /api/account/email-revert', body: { token: keys.revert } }),
  },
  {
    name: 'a link to confirm an address',
    ask: ({ newcomer }) => ({
      call: 'POST /api/account/email-verification',
      headers: { Cookie: newcomer.cookie },
    }),
  },
  {
    name: 'an address confirmed',
    ask: ({ keys }) => ({
      call: 'POST /api/account/email-verification/confirm',
      body: { token: keys.verify },
    }),
  },
  {
    name: 'all other sessions ended',

    status: 204,
    ask: (world) => ({ call: 'DELETE /api/sessions', headers: own(world) }),
  },
  {
    name: 'a session ended',
    again: { 404: 'It was ended.' },
    status: 204,
    ask: (world) => ({ call: `DELETE /api/sessions/${world.keys.session}`, headers: own(world) }),
  },
  {
    name: 'a token',
    status: 201,
    ask: (world) => ({
      call: 'POST /api/account/tokens',
      body: { name: 'New', clientId },
      headers: own(world),
    }),
  },
  {
    name: 'a token revoked',
    again: { 404: 'It was revoked.' },
    status: 204,
    ask: (world) => ({ call: `DELETE /api/account/tokens/${world.token.id}`, headers: own(world) }),
  },
  {
    name: 'cards read with a token',
    ask: ({ token }) => ({
      call: 'GET /api/business-cards',
      headers: { Authorization: `Bearer ${token.token}` },
    }),
  },
  {
    name: 'a choice of mails',
    ask: (world) => ({
      call: 'PUT /api/account/mail',
      body: { entries: false },
      headers: own(world),
    }),
  },
  {
    name: 'everything about oneself',
    ask: (world) => ({ call: 'GET /api/account/export', headers: own(world) }),
  },
  {
    name: 'the end of an account',
    again: { 401: 'The account and its sessions are gone.' },
    status: 204,
    ask: (world) => ({ call: 'DELETE /api/account', body: { password }, headers: own(world) }),
  },
  {
    name: 'a second factor begun',
    status: 201,
    ask: (world) => ({ call: 'POST /api/account/second-factor', headers: own(world) }),
  },
  {
    name: 'a second factor on',
    again: { 409: 'It is on; the recovery codes are made anew.' },
    ask: ({ beginner, begun }) => ({
      call: 'POST /api/account/second-factor/confirm',
      body: { code: codeOf(begun.secret) },
      headers: { Cookie: beginner.cookie },
    }),
  },
  {
    name: 'new recovery codes',
    status: 201,
    ask: (world) => ({
      call: 'POST /api/account/second-factor/recovery-codes',
      headers: guarded(world),
    }),
  },
  {
    name: 'a second factor off',
    again: { 409: 'It is off.' },
    status: 204,
    ask: (world) => ({
      call: 'DELETE /api/account/second-factor',
      body: { password, code: world.factor.codes[0] },
      headers: guarded(world),
    }),
  },
]
