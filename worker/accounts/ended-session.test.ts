import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { makeAccessFixtures } from '../testing/access-fixtures.ts'
import { requestFor } from '../testing/access-requests.ts'
import { db, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { pauseRequest } from '../testing/paused-request.ts'
import { hashStorage } from '../testing/snapshot.ts'

type Act = { act: string; at: RegExp; kind?: string; own?: true; status?: number }

const acts: Act[] = [
  { act: 'PUT /api/business-cards/:id', at: /update "business_cards"/, own: true },
  { act: 'POST /api/users', at: /insert into "users"/ },
  { act: 'POST /api/users/bulk', at: /insert into "users"/, status: 200 },
  { act: 'PUT /api/users/:id', at: /update "users"/ },
  { act: 'PUT /api/users/:id', at: /update "users"/, kind: 'new email', own: true },
  { act: 'PATCH /api/users/:id', at: /update "users"/ },
  { act: 'PATCH /api/users/:id', at: /update "users"/, kind: 'new password' },
  { act: 'DELETE /api/users/:id', at: /update "users"/ },
  { act: 'POST /api/users/:id/restore', at: /update "users"/ },
  { act: 'POST /api/users/:id/handover', at: /update "business_cards"/, kind: 'of a deleted user' },
  { act: 'POST /api/account/handover/accept', at: /update "business_cards"/, own: true },
  {
    act: 'DELETE /api/users/:id/second-factor',
    at: /delete from "second_factors"/,
    kind: 'factor on',
  },
]

const another = await signIn(5)

type Actor = Awaited<ReturnType<typeof signIn>>
const endings: [string, (actor: Actor) => Promise<Response>][] = [
  ['signs out', ({ request }) => request('POST', '/api/logout')],
  [
    'gets another email',
    ({ user }) =>
      another.request('PATCH', `/api/users/${user.id}`, {
        email: `${crypto.randomUUID()}@cards.test`,
      }),
  ],
]

async function pauseAct({ act, at, kind = '', own }: Act) {
  const scene = await makeAccessFixtures(3)
  const actor = own ? scene.owner : await signIn(5)
  const { path, body } = requestFor(act, scene, { kind: kind, level: 5 })
  const [method] = act.split(' ')
  const headers = { Cookie: actor.cookie }
  const sent = typeof body === 'object' && body !== null ? body : undefined
  return { actor, paused: await pauseRequest({ method, path, body: sent, headers }, at) }
}

const table = acts.flatMap((act) => endings.map(([what, end]) => ({ ...act, what, end })))

test.each(table)('$act changes nothing if meanwhile the actor $what', async (row) => {
  const { actor, paused } = await pauseAct(row)
  expect((await row.end(actor)).ok).toBe(true)
  // Emails are deleted once they are sent.
  await settled()
  // A bulk import returns a response and is audited, whether it created users or not.
  const look = () => (row.status === 200 ? db.$count(users) : hashStorage())
  const before = await look()
  const response = await paused.resume()
  const text = await response.text()
  expect([response.status, text]).toEqual([row.status ?? 409, expect.anything()])
  expect(await look()).toBe(before)
})

test('the paused acts succeed if nothing changes meanwhile', async () => {
  for (const act of acts) {
    const { paused } = await pauseAct(act)
    const before = await hashStorage()
    const response = await paused.resume()
    expect([act, response.ok]).toEqual([act, true])
    expect(await hashStorage()).not.toBe(before)
  }
})
