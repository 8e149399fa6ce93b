import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { newEmailLinks } from '../accounts/email-change.ts'
import { db, makeUser } from '../testing/app.ts'
import { callerOf } from '../testing/sessions.ts'
import { deactivateUser, editUser, updateProfile } from './edit.ts'

const levels = [5, 1, 2, 3, 4, 4, 5]
const people: (typeof users.$inferSelect)[] = []
for (const accessLevel of levels)
  people.push(await makeUser({ id: people.length + 1, accessLevel, password: 'first hash' }))

const who = fc.integer({ min: 1, max: people.length })
const deed = fc.record({
  kind: fc.constantFrom('edit', 'edit', 'edit', 'profile', 'remove'),
  actorId: who,
  id: who,
  changes: fc.record(
    {
      email: fc.constantFrom('one@cards.test', 'two@cards.test'),
      accessLevel: fc.integer({ min: 1, max: 5 }),
      password: fc.constantFrom('second hash', 'third hash'),
    },
    { requiredKeys: [] },
  ),
})
const emptyUser = {
  username: '',
  email: '',
  fullName: '',
  phone: null,
  accessLevel: 1,
  language: null,
  mailLanguage: null,
  createdAt: '',
  mustChangePassword: false,
  emailVerified: true,
}
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never
type Row = typeof users.$inferSelect

// Runs the statements without the checks that routes make first, as a race would.
async function run({ kind, changes, actorId, id }: Deed) {
  const change = { actor: await callerOf(db, actorId), id }
  if (kind === 'remove') return deactivateUser(db, change)
  const { email = 'one@cards.test' } = changes
  const former = { ...emptyUser, id }
  const byOwner = actorId === id
  const links = await newEmailLinks(env, { former, email, origin: '', byOwner })
  if (kind === 'edit') return editUser(db, change, { ...changes, links })
  return updateProfile(db, change, { fullName: 'Ada', email, phone: null, links })
}

async function everybody(): Promise<Row[]> {
  return db.select().from(users).orderBy(users.id).all()
}

async function resetUsers() {
  for (const { id, accessLevel, password, email } of people)
    await db
      .update(users)
      .set({ accessLevel, password, email, mustChangePassword: false, deletedAt: null })
      .where(eq(users.id, id))
}

function expectObeyed({ actorId, id }: Deed, before: Row[], after: Row[]) {
  const actor = before[actorId - 1]
  const [was, is] = [before[id - 1], after[id - 1]]
  if (!actor || !was || !is) throw new Error('A user vanished')
  const manages = actor.accessLevel >= 4 && !actor.deletedAt && was.accessLevel <= actor.accessLevel
  const outranks = manages && (was.accessLevel < actor.accessLevel || actor.accessLevel === 5)
  expect(after.filter((row) => row.id !== id)).toEqual(before.filter((row) => row.id !== id))
  expect(after[0]).toMatchObject({ accessLevel: 5, deletedAt: null })
  if (is.accessLevel !== was.accessLevel) {
    expect([outranks, id !== actorId, id !== 1]).toEqual([true, true, true])
    expect(is.accessLevel).toBeLessThanOrEqual(actor.accessLevel)
  }
  if (is.password !== was.password)
    expect([outranks, id !== actorId, is.mustChangePassword]).toEqual([true, true, true])
  if (is.email !== was.email) expect(outranks || id === actorId).toBe(true)
  if (is.deletedAt !== was.deletedAt)
    expect([manages, id !== actorId, id !== 1, was.deletedAt]).toEqual([true, true, true, null])
  if (JSON.stringify(is) !== JSON.stringify(was)) expect(manages || id === actorId).toBe(true)
}

test('no sequence of changes breaks the access rules', async () => {
  let effective = 0
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 12 }), async (deeds) => {
      await resetUsers()
      for (const one of deeds) {
        const before = await everybody()
        await run(one)
        const after = await everybody()
        expectObeyed(one, before, after)
        if (JSON.stringify(before) !== JSON.stringify(after)) effective += 1
      }
    }),
    {
      numRuns: 25,
      // Level 4 lowers another level 4 user.
      examples: [[[{ kind: 'edit', actorId: 5, id: 6, changes: { accessLevel: 3 } }]]],
    },
  )
  expect(effective).toBeGreaterThan(20)
})

test('a level 5 user is removed or demoted only while another remains', async () => {
  await resetUsers()
  await db.update(users).set({ accessLevel: 4 }).where(eq(users.id, 1))
  await db.update(users).set({ accessLevel: 5 }).where(eq(users.id, 6))
  const former = { ...emptyUser, id: 7 }
  const links = await newEmailLinks(env, { former, email: '', origin: '', byOwner: false })
  const lower = { accessLevel: 4, links }
  const [six, seven] = [await callerOf(db, 6), await callerOf(db, 7)]
  expect(await editUser(db, { actor: six, id: 7 }, lower)).toMatchObject({ accessLevel: 4 })
  const change = { actor: { ...seven, authVersion: seven.authVersion + 1 }, id: 6 }
  expect(await editUser(db, change, lower)).toBeUndefined()
  expect(await deactivateUser(db, change)).toBe(false)
})
