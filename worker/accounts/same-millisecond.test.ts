/** Each response reports what its own call did, also if another call wrote the same row in the same millisecond. */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { RecoveryCodes } from '../../schema/accounts/second-factor.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { templateJobs } from '../../schema/templates/tables.ts'
import { db, makeCard, makeUser, signIn } from '../testing/app.ts'
import { codeOf } from '../testing/authenticator-app.ts'
import { settled } from '../testing/background-work.ts'
import { freezeClockMidStep } from '../testing/clock.ts'
import { pauseRequest } from '../testing/paused-request.ts'
import { path as factorPath, signInWithPassword } from '../testing/second-factor.ts'
import { createTemplate, runTemplate } from '../testing/templates.ts'

await makeUser({ id: 1, accessLevel: 5 })

beforeEach(() => {
  freezeClockMidStep()
})

test('a card that the receiver saved is not reported as handed over', async () => {
  const level5 = await signIn(5)
  const [owner, receiver] = [await makeUser(), await makeUser({ accessLevel: 4 })]
  await makeCard({ userId: owner.id })
  await makeCard({ userId: receiver.id, updatedAt: new Date().toISOString() })
  const path = `/api/users/${owner.id}/handover`
  const response = await level5.request('POST', path, { to: receiver.id })
  expect(await response.json()).toEqual({ cards: 1 })
})

test('of two admins who delete a user, one is told so', async () => {
  const [first, second] = [await signIn(5), await signIn(5)]
  const path = `/api/users/${(await makeUser()).id}`
  const call = { method: 'DELETE', path, headers: { Cookie: first.cookie } }
  const paused = await pauseRequest(call, /^update "users" set "deleted_at"/)
  expect((await second.request('DELETE', path)).status).toBe(204)
  expect((await paused.resume()).status).toBe(409)
})

test('a run that was undone cannot be continued', async () => {
  const admin = await signIn(4)
  const template = await createTemplate(admin)
  await runTemplate(admin, template, { only: [(await makeCard()).id] })
  await db
    .update(templateJobs)
    .set({ state: 'failed' })
    .where(eq(templateJobs.templateId, template.id))
  const path = `/api/templates/${template.id}/job`
  const call = { path: `${path}/continue`, headers: { Cookie: admin.cookie } }
  const paused = await pauseRequest(call, /^update "template_jobs" set .*"tries" = \?/)
  // As `undo` leaves it, before any card is changed.
  await db
    .update(templateJobs)
    .set({ state: 'undoing', touchedAt: new Date().toISOString() })
    .where(eq(templateJobs.templateId, template.id))
  expect((await paused.resume()).status).toBe(409)
})

test('of two confirmations of a second factor, one receives recovery codes', async () => {
  const person = await signInWithPassword()
  const { secret } = await (await person.request('POST', factorPath)).json<{ secret: string }>()
  const confirmation = { path: `${factorPath}/confirm`, body: { code: codeOf(secret) } }
  const headers = { Cookie: person.cookie }
  const paused = await pauseRequest({ ...confirmation, headers }, /^delete from "recovery_codes"/)
  const response = await person.request('POST', confirmation.path, confirmation.body)
  expect(RecoveryCodes.parse(await response.json()).codes).toHaveLength(10)
  expect((await paused.resume()).status).toBe(409)
})

test('two equal changes are two rows of the audit log', async () => {
  const admin = await signIn(5)
  const path = `/api/users/${(await makeUser()).id}`
  for (const _ of [1, 2])
    expect((await admin.request('PATCH', path, { password: 'a new pass phrase' })).status).toBe(200)
  const rows = sql`${auditLog.actorId} = ${admin.user.id}`
  await settled()
  expect(await db.$count(auditLog, rows)).toBe(2)
})
