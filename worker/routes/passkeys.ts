/** Passkeys: list, add, rename and remove, sign-in, and reauthentication. */
import { type Context, Hono } from 'hono'
import { NewPasskey, PasskeyAssertion, PasskeyName } from '../../schema/passkey.ts'
import { signInExpiredMessage } from '../../schema/second-factor.ts'
import { listPasskeys, removePasskey, renamePasskey } from '../auth/passkeys.ts'
import { hasSecondFactor } from '../auth/second-factor.ts'
import { deviceName, requireUser, setSessionCookie } from '../auth/session-cookie.ts'
import { renewSession } from '../auth/sessions.ts'
import { startNewSession, userResponse } from '../auth/start-session.ts'
import {
  addPasskey,
  checkPasskey,
  reauthenticationOptions,
  registrationOptions,
  signInOptions,
} from '../auth/webauthn.ts'
import { jsonBody } from '../body.ts'
import { type App, publicOrigin } from '../env.ts'
import { fail, orNotFound, tooManyRequests } from '../errors.ts'
import { clientAddress } from '../platform/client-network.ts'
import { database } from '../platform/database.ts'
import { limitPasskeyChallenges } from '../platform/rate-limiter.ts'
import {
  passkeyExpiredMessage,
  passkeyNotFoundMessage,
  tooManyPasskeysMessage,
  wrongNewPasskeyMessage,
  wrongPasskeyMessage,
} from '../policy/passkeys.ts'
import { accountChangedMessage } from '../policy/row.ts'
import { sendNotice } from '../users/email-verification.ts'
import { passkeyEmail } from '../users/emails.ts'

export const passkeyRoutes = new Hono<App>()

passkeyRoutes.post('/login/passkey/options', async (c) => {
  const wait = await limitPasskeyChallenges(c.env, clientAddress(c.req.raw))
  if (wait > 0) tooManyRequests(wait)
  return c.json(await signInOptions(database(c.env.DB), currentOrigin(c)))
})

passkeyRoutes.post('/login/passkey', jsonBody(PasskeyAssertion), async (c) => {
  const verified = await checkPasskey(c.env, assertionOf(c, c.req.valid('json')))
  if (verified === 'over') fail(401, signInExpiredMessage)
  if (verified === 'wrong') fail(401, wrongPasskeyMessage)
  if (typeof verified === 'number') tooManyRequests(verified)
  if (!(await startNewSession(c, verified))) fail(401, accountChangedMessage)
  const { user } = verified
  return c.json(userResponse(c.env, user, await hasSecondFactor(database(c.env.DB), user.id)))
})

passkeyRoutes.post('/reauthenticate/passkey/options', async (c) =>
  c.json(await reauthenticationOptions(database(c.env.DB), requireUser(c), currentOrigin(c))),
)

passkeyRoutes.post('/reauthenticate/passkey', jsonBody(PasskeyAssertion), async (c) => {
  const user = requireUser(c)
  const check = await checkPasskey(c.env, { ...assertionOf(c, c.req.valid('json')), user })
  if (check === 'over') fail(400, passkeyExpiredMessage)
  if (check === 'wrong') fail(400, wrongPasskeyMessage)
  if (typeof check === 'number') tooManyRequests(check)
  const session = await renewSession(database(c.env.DB), user, deviceName(c))
  if (!session) fail(409, accountChangedMessage)
  setSessionCookie(c, session, user.accessLevel)
  return c.body(null, 204)
})

passkeyRoutes.get('/account/passkeys', async (c) =>
  c.json(await listPasskeys(database(c.env.DB), requireUser(c).id)),
)

passkeyRoutes.post('/account/passkeys/options', async (c) => {
  const options = await registrationOptions(c.env, requireUser(c), currentOrigin(c))
  if (options === 'full') fail(409, tooManyPasskeysMessage)
  return c.json(options)
})

passkeyRoutes.post('/account/passkeys', jsonBody(NewPasskey), async (c) => {
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
})

passkeyRoutes.patch('/account/passkeys/:passkey', jsonBody(PasskeyName), async (c) => {
  const change = { userId: requireUser(c).id, id: c.req.param('passkey'), ...c.req.valid('json') }
  return c.json(orNotFound(await renamePasskey(database(c.env.DB), change), passkeyNotFoundMessage))
})

passkeyRoutes.delete('/account/passkeys/:passkey', async (c) => {
  const removed = await removePasskey(database(c.env.DB), requireUser(c), c.req.param('passkey'))
  notify(c, 'removed', orNotFound(removed, passkeyNotFoundMessage))
  return c.body(null, 204)
})

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
