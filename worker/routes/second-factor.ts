/** The own second factor: how it stands, setting it up, its recovery codes, turning it off. */
import { type Context, Hono } from 'hono'
import { FactorProof, FactorRemoval, wrongCodeMessage } from '../../schema/second-factor.ts'
import { reauthenticate } from '../auth/reauthenticate.ts'
import {
  beginFactor,
  confirmFactor,
  dropOwnFactor,
  findFactor,
  renewCodes,
} from '../auth/second-factor.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { body } from '../body.ts'
import type { App } from '../env.ts'
import { fail } from '../http.ts'
import { database } from '../platform/database.ts'
import { factorIsOff, factorIsOn, notBegun } from '../policy/account.ts'
import { accountChanged } from '../policy/row.ts'
import { sendNotice } from '../users/email-verification.ts'
import { secondFactorEmail } from '../users/emails.ts'

export const secondFactorRoutes = new Hono<App>()

secondFactorRoutes.get('/', async (c) => c.json(await findFactor(c.env, requireUser(c))))

secondFactorRoutes.post('/', async (c) => {
  const user = requireUser(c)
  const begun = await beginFactor(c.env, user)
  if (!begun) fail(409, user.secondFactor ? factorIsOn : accountChanged)
  return c.json(begun, 201)
})

secondFactorRoutes.post('/confirm', body(FactorProof), async (c) => {
  const codes = await confirmFactor(c.env, requireUser(c), c.req.valid('json'))
  if (!codes) fail(409, notBegun)
  if (codes === 'wrong') fail(400, wrongCodeMessage, { code: 'wrong-code' })
  tell(c, 'on')
  return c.json({ codes })
})

secondFactorRoutes.post('/recovery-codes', async (c) => {
  const user = requireUser(c)
  const codes = await renewCodes(c.env, user)
  if (!codes) fail(409, user.secondFactor ? accountChanged : factorIsOff)
  tell(c, 'codes')
  return c.json({ codes }, 201)
})

secondFactorRoutes.delete('/', body(FactorRemoval), async (c) => {
  const user = requireUser(c)
  if (!user.secondFactor) fail(409, factorIsOff)
  // What turns it off uses the code up: one that was used and turned nothing off would not be taken again.
  await reauthenticate(c, c.req.valid('json'), (code) =>
    dropOwnFactor(database(c.env.DB), user, code),
  )
  tell(c, 'off')
  return c.body(null, 204)
})

function tell(c: Context<App>, what: Parameters<typeof secondFactorEmail>[2]): void {
  c.executionCtx.waitUntil(
    sendNotice(c.env, requireUser(c), secondFactorEmail(c.env, requireUser(c), what)),
  )
}
