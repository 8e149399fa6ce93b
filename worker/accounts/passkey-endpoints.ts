/** Passkeys: list, add, rename and remove, sign-in, and reauthentication. */
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import {
  maxPasskeys,
  NewPasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyName,
  PasskeyQuestion,
  PasskeyRequest,
} from '../../schema/accounts/passkey.ts'
import { signInExpiredMessage } from '../../schema/accounts/second-factor.ts'
import { User } from '../../schema/users/user.ts'
import { type App, publicOrigin } from '../env.ts'
import { accountChangedMessage, kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound, tooManyRequests } from '../http/errors.ts'
import { clientAddress } from '../platform/client.ts'
import { database } from '../platform/database.ts'
import { limitPasskeyChallenges } from '../platform/rate-limiter.ts'
import { sendNotice } from './email-verification.ts'
import { passkeyEmail } from './emails.ts'
import { listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'
import { hasSecondFactor } from './second-factor-codes.ts'
import { deviceName, renewSession, requireUser, setSessionCookie } from './sessions.ts'
import { startNewSession, userResponse } from './sign-in.ts'
import {
  addPasskey,
  checkPasskey,
  reauthenticationOptions,
  registrationOptions,
  signInOptions,
} from './webauthn.ts'

export const passkeyExpiredMessage = 'This took too long. Try again.'
export const passkeyNotFoundMessage = 'Passkey not found'
export const tooManyPasskeysMessage = `You have reached the limit of ${maxPasskeys} passkeys. Remove one you no longer use.`
export const wrongNewPasskeyMessage =
  'This passkey could not be added. Try again, or use another device.'
export const wrongPasskeyMessage = 'This passkey was not accepted. Try again, or use your password.'

const exampleAssertion = {
  id: 'VrTkpW5m8Qz0c1uXn3yLZA',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
  signature: 'MEUCIQDq3sW8',
  userHandle: null,
}

export const passkeyRoutes = new Hono<App>()

passkeyRoutes.post(
  '/login/passkey/options',
  endpoint({
    access: 'anyone',
    response: PasskeyQuestion,
    summary: 'Passkey options for sign-in; the same for everyone',
    audit: null,
    errors: { 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const wait = await limitPasskeyChallenges(c.env, clientAddress(c.req.raw))
    if (wait > 0) tooManyRequests(wait)
    return c.json(await signInOptions(database(c.env.DB), currentOrigin(c)))
  },
)

passkeyRoutes.post(
  '/login/passkey',
  endpoint({
    access: 'anyone',
    body: PasskeyAssertion,
    maxBody: 16 * kB,
    response: User,
    summary: 'Sign in with a passkey, which counts as both factors: no code is needed',
    example: exampleAssertion,
    audit: { kind: 'sign-in', details: { method: 'passkey' } },
    failures: { 401: 'sign-in-failed' },
    errors: {
      401: `${wrongPasskeyMessage} Or: ${signInExpiredMessage} Or: ${accountChangedMessage}`,
      429: tooManyAttemptsMessage,
    },
  }),
  async (c) => {
    const verified = await checkPasskey(c.env, assertionOf(c, c.req.valid('json')))
    if (verified === 'over') fail(401, signInExpiredMessage)
    if (verified === 'wrong') fail(401, wrongPasskeyMessage)
    if (typeof verified === 'number') tooManyRequests(verified)
    if (!(await startNewSession(c, verified))) fail(401, accountChangedMessage)
    const { user } = verified
    return c.json(userResponse(c.env, user, await hasSecondFactor(database(c.env.DB), user.id)))
  },
)

passkeyRoutes.post(
  '/reauthenticate/passkey/options',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    response: PasskeyQuestion,
    summary: 'Passkey options for reauthentication',
    audit: null,
  }),
  async (c) =>
    c.json(await reauthenticationOptions(database(c.env.DB), requireUser(c), currentOrigin(c))),
)

passkeyRoutes.post(
  '/reauthenticate/passkey',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    body: PasskeyAssertion,
    maxBody: 16 * kB,
    status: 204,
    summary: 'Reauthenticate with a passkey for calls that require it, for the next ten minutes',
    example: exampleAssertion,
    failures: { 400: 'reauthentication-failed' },
    errors: { 400: wrongPasskeyMessage, 429: tooManyAttemptsMessage },
    audit: { kind: 'reauthentication', details: { method: 'passkey' } },
  }),
  async (c) => {
    const user = requireUser(c)
    const check = await checkPasskey(c.env, { ...assertionOf(c, c.req.valid('json')), user })
    if (check === 'over') fail(400, passkeyExpiredMessage)
    if (check === 'wrong') fail(400, wrongPasskeyMessage)
    if (typeof check === 'number') tooManyRequests(check)
    const session = await renewSession(database(c.env.DB), user, deviceName(c))
    if (!session) fail(409, accountChangedMessage)
    setSessionCookie(c, session, user.accessLevel)
    return c.body(null, 204)
  },
)

passkeyRoutes.get(
  '/account/passkeys',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    response: z.array(Passkey),
    summary: 'Your passkeys, newest first',
  }),
  async (c) => c.json(await listPasskeys(database(c.env.DB), requireUser(c).id)),
)

passkeyRoutes.post(
  '/account/passkeys/options',
  endpoint({
    access: 1,
    requiresRecentAuth: true,
    response: PasskeyRequest,
    summary: 'Options for creating a passkey',
    errors: { 409: tooManyPasskeysMessage },
    audit: null,
  }),
  async (c) => {
    const options = await registrationOptions(c.env, requireUser(c), currentOrigin(c))
    if (options === 'full') fail(409, tooManyPasskeysMessage)
    return c.json(options)
  },
)

passkeyRoutes.post(
  '/account/passkeys',
  endpoint({
    access: 1,
    requiresRecentAuth: true,
    body: NewPasskey,
    maxBody: 24 * kB,
    response: Passkey,
    status: 201,
    summary: 'Add a passkey; its owner is notified by email',
    example: {
      id: 'VrTkpW5m8Qz0c1uXn3yLZA',
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
      attestationObject: 'o2NmbXRkbm9uZQ',
      transports: ['internal', 'hybrid'],
    },
    errors: { 400: wrongNewPasskeyMessage, 409: tooManyPasskeysMessage },
    audit: 'passkey-added',
  }),
  async (c) => {
    const user = requireUser(c)
    const registration = {
      sent: c.req.valid('json'),
      origin: currentOrigin(c),
      device: deviceName(c),
    }
    const passkey = await addPasskey(database(c.env.DB), user, registration)
    if (passkey === 'over') fail(400, passkeyExpiredMessage)
    if (passkey === 'wrong' || passkey === 'known') fail(400, wrongNewPasskeyMessage)
    if (passkey === 'full') fail(409, tooManyPasskeysMessage)
    if (passkey === 'signed out') fail(409, accountChangedMessage)
    notify(c, 'added', passkey.name)
    return c.json(passkey, 201)
  },
)

passkeyRoutes.patch(
  '/account/passkeys/:passkey',
  endpoint({
    access: 1,
    rule: 'only your own',
    body: PasskeyName,
    maxBody: kB,
    response: Passkey,
    summary: 'Rename a passkey',
    example: { name: 'Phone' },
    audit: 'passkey-renamed',
  }),
  async (c) => {
    const change = { userId: requireUser(c).id, id: c.req.param('passkey'), ...c.req.valid('json') }
    return c.json(
      orNotFound(await renamePasskey(database(c.env.DB), change), passkeyNotFoundMessage),
    )
  },
)

passkeyRoutes.delete(
  '/account/passkeys/:passkey',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    requiresRecentAuth: true,
    rule: 'only your own',
    status: 204,
    summary: 'Remove a passkey; signs out every other device',
    audit: 'passkey-removed',
  }),
  async (c) => {
    const removed = await removePasskey(database(c.env.DB), requireUser(c), c.req.param('passkey'))
    notify(c, 'removed', orNotFound(removed, passkeyNotFoundMessage))
    return c.body(null, 204)
  },
)

function assertionOf(c: Context<App>, sent: PasskeyAssertion) {
  return { sent, origin: currentOrigin(c), address: clientAddress(c.req.raw) }
}

function currentOrigin(c: Context<App>): string {
  return publicOrigin(c.env, c.req.raw)
}

function notify(c: Context<App>, what: Parameters<typeof passkeyEmail>[2]['what'], name: string) {
  const user = requireUser(c)
  c.executionCtx.waitUntil(sendNotice(c.env, user, passkeyEmail(c.env, user, { what, name })))
}
