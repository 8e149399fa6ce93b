import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { mailOutbox } from '../../schema/operations/tables.ts'
import { recentAuthMs } from '../accounts/credentials.ts'
import { app } from '../app.ts'
import { type Call, callsOf } from '../operations/api-docs/openapi.ts'
import { type AccessFixtures, makeAccessFixtures } from '../testing/access-fixtures.ts'
import { requestFor } from '../testing/access-requests.ts'
import { keyOf } from '../testing/access-table.ts'
import { db, request, signIn, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { advanceClock } from '../testing/clock.ts'
import { password, passwordHash } from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'
import { sendWithBody, slowBody } from '../testing/slow-body.ts'
import { hashStorage } from '../testing/snapshot.ts'
import { accountChangedMessage } from './declaration.ts'

const signedOut = [401, 'You are not signed in.']
const calls = callsOf(app.routes).filter(
  ({ method, declaration }) => method !== 'GET' && declaration.access !== 'anyone',
)

type Ending = {
  what: string
  end: (scene: AccessFixtures) => Promise<unknown>
  response: (string | number)[]
  only?: (call: Call) => boolean
}

const one = ({ owner: { user } }: AccessFixtures) => `/api/users/${user.id}`
const admin = await signIn(5)

const endings: Ending[] = [
  {
    what: 'they sign out',
    end: ({ owner }) => owner.request('POST', '/api/logout'),
    response: signedOut,
  },
  {
    what: 'they change their password',
    end: async ({ owner: { user } }) => {
      const Cookie = `sid=${await startSession(db, user.id, 'Elsewhere')}`
      const sent = { currentPassword: password, newPassword: 'other horse' }
      return request('POST', '/api/update-password', sent, { Cookie })
    },
    response: signedOut,
  },
  {
    what: 'they are deactivated',
    end: (scene) => admin.request('DELETE', one(scene)),
    response: signedOut,
  },
  {
    what: 'their level is lowered',
    end: (scene) => admin.request('PATCH', one(scene), { accessLevel: 1 }),
    response: signedOut,
  },
  {
    what: 'their email is changed',
    end: (scene) => admin.request('PATCH', one(scene), { email: 'changed@cards.test' }),
    response: [409, accountChangedMessage],
  },
  {
    what: 'their proof of who they are becomes too old',
    end: async () => advanceClock(recentAuthMs / 1000),
    response: [403, 'Confirm your password to continue.'],
    only: ({ declaration }) => declaration.requiresRecentAuth === true,
  },
]

test.each(endings)(
  'a held body has no effect if meanwhile $what',
  async ({ end, response, only = () => true }) => {
    const scene = await makeAccessFixtures(5)
    await db.update(users).set({ password: passwordHash }).where(eq(users.id, scene.owner.user.id))
    const affected = calls.filter(only)
    expect(affected.length).toBeGreaterThan(0)
    const held = await Promise.all(affected.map((call) => hold(call, scene)))
    expect(await end(scene)).not.toMatchObject({ ok: false })
    await settled()
    expect(await db.$count(mailOutbox)).toBe(0)
    advanceClock(1)
    const before = await hashStorage()
    const responses = await Promise.all(held.map(({ release }) => release()))
    expect(responses).toEqual(affected.map((call) => [keyOf(call), ...response]))
    expect(await hashStorage()).toBe(before)
  },
)

test('a held body is processed if nothing changes meanwhile', async () => {
  const { owner } = await signInTwice()
  const body = slowBody()
  const response = sendWithBody(body.stream, 'DELETE /api/sessions', { Cookie: owner.cookie })
  await body.pulled()
  advanceClock(1)
  body.end()
  expect((await response).status).toBe(204)
})

test('a card that changes hands during the body of a save is not saved by its former owner', async () => {
  const scene = await makeAccessFixtures(1)
  const put = calls.find((call) => keyOf(call) === 'PUT /api/business-cards/:id')
  if (!put) throw new Error('There is no such call')
  const held = await hold(put, scene)
  const { id } = scene.card
  await db.update(businessCards).set({ userId: scene.recipient.id }).where(eq(businessCards.id, id))
  advanceClock(1)
  expect((await held.release())[1]).toBe(403)
  expect(await db.$count(businessCards, eq(businessCards.name, 'Changed'))).toBe(0)
})

async function signInTwice() {
  const owner = await signIn(1)
  await startSession(db, owner.user.id, 'Elsewhere')
  return { owner }
}

/** Starts the call with a body that is withheld until `release`; the worker has requested it. */
async function hold(call: Call, scene: AccessFixtures) {
  const { path, body } = requestFor(keyOf(call), scene, { kind: '', level: 5 })
  const sent = new Response(body instanceof FormData ? body : JSON.stringify(body))
  const bytes = body === undefined ? new Uint8Array() : await sent.bytes()
  const held = slowBody()
  const type = body instanceof FormData ? sent.headers.get('Content-Type') : 'application/json'
  const response = sendWithBody(held.stream, `${call.method} ${path}`, {
    Cookie: scene.owner.cookie,
    'Content-Type': type ?? '',
    ...(bytes.length > 0 && { 'Content-Length': `${bytes.length}` }),
  })
  await held.pulled()
  const release = async () => {
    if (bytes.length > 0) held.send(bytes)
    held.end()
    return [keyOf(call), ...(await statusAndText(response))]
  }
  return { release }
}
