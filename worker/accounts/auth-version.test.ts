import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { signInChallenges } from '../../schema/accounts/tables.ts'
import { db, newAddress, request } from '../testing/app.ts'
import { credentialChanges, makeTestAccount } from '../testing/credential-changes.ts'
import { pauseRequest } from '../testing/paused-request.ts'
import { startStep } from '../testing/second-factor.ts'
import { combine, expectNoAccess, isCombinable, ways } from '../testing/sign-in-ways.ts'

// Every change with the first way, and every way with the first change; `auth-version.long.test.ts` has the rest.
const table = ways.flatMap((way, at) =>
  credentialChanges
    .filter((change) => isCombinable(way, change))
    .filter((_, column) => at === 0 || column === 0)
    .map((change) => combine(way, change)),
)

test.each(table)('no access with $way if meanwhile $change', expectNoAccess)

test.each(credentialChanges.filter(({ factor = true }) => factor))(
  'a sign-in waiting for its code ends when $change',
  async (row) => {
    const victim = await makeTestAccount({ ...row, factor: true })
    const token = await startStep(victim.person)
    expect((await row.make(victim)).ok).toBe(true)
    const { id } = victim.person.user
    expect(await db.$count(signInChallenges, eq(signInChallenges.userId, id))).toBe(0)
    const sent = { token, code: victim.codes[1] }
    expect((await request('POST', '/api/login/code', sent, newAddress())).status).toBe(401)
  },
)

test('the paused requests grant access if nothing changes meanwhile', async () => {
  for (const way of ways) {
    const victim = await makeTestAccount({ ...way, factor: way.factor ?? false })
    const paused = await pauseRequest(await way.call(victim), way.at ?? /insert into "sessions"/)
    const response = await paused.resume()
    expect([200, 204]).toContain(response.status)
  }
})
