import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { makeCard, newAddress, request, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { failNineSignIns } from '../testing/login-failures.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'
import { deviceCookie } from './sign-in.ts'

function login(username: string, word: string, Cookie = '') {
  return request('POST', '/api/login', { username, password: word }, { ...newAddress(), Cookie })
}

function deviceOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('dev='))
  return cookie?.split(';')[0] ?? ''
}

/** Fails to sign in from many addresses until the username is limited. */
async function attack(username: string) {
  await failNineSignIns({ username })
  await Promise.all([1, 2].map(() => login(username, 'wrong horse')))
  expect((await login(username, password)).status).toBe(429)
}

test('failed sign-ins do not lock out a user on a known device', async () => {
  const { user } = await signInWithPassword()
  const device = deviceOf(await login(user.username, password))
  await attack(user.username)
  expect((await login(user.username, password, device)).status).toBe(200)
})

test('failed sign-ins do not lock out a user on a new device who can reset the password', async () => {
  const { mails } = openOutbox()
  const { user } = await signInWithPassword()
  await attack(user.username)
  const resetResponse = await request(
    'POST',
    '/api/reset-password',
    { email: user.email },
    newAddress(),
  )
  expect(resetResponse.status).toBe(200)
  await settled()
  const token = /#t=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1]
  const sent = { token, password: 'another horse' }
  const done = await request('POST', '/api/reset-password/confirm', sent, newAddress())
  expect(done.status).toBe(200)
  await attack(user.username)
  expect((await login(user.username, 'another horse')).status).toBe(429)
  expect((await login(user.username, 'another horse', deviceOf(done))).status).toBe(200)
})

test('failed sign-ins lock out neither a signed-in user nor others of the same address', async () => {
  const { user, request: call } = await signInWithPassword()
  await makeCard({ userId: user.id })
  await attack(user.username)
  expect((await call('POST', '/api/reauthenticate', { password })).status).toBe(204)
  const here = newAddress()
  const wrong = { username: user.username, password: 'wrong horse' }
  for (let turn = 0; turn < 12; turn += 1) await request('POST', '/api/login', wrong, here)
  const { user: neighbour } = await signInWithPassword()
  const right = { username: neighbour.username, password }
  expect((await request('POST', '/api/login', right, here)).status).toBe(200)
})

test('an account is limited under its username and its email together, which the answers do not tell', async () => {
  const { user } = await signInWithPassword()
  await attack(user.username)
  const refused = [
    await statusAndText(login(user.email, password)),
    await statusAndText(login('nobody@cards.test', password)),
  ]
  expect(refused).toEqual(Array(2).fill([401, 'Invalid username or password']))
  const device = deviceCookie(env, user.id)
  expect((await login(user.email, password, `dev=${device}`)).status).toBe(200)
})

test('failures under the email are limited as those under a username are', async () => {
  const { user } = await signInWithPassword()
  await attack(user.email)
  expect((await login(user.username, password)).status).toBe(401)
  await attack('nobody-at-all@cards.test')
})
