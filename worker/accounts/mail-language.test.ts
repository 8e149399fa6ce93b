import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { User } from '../../schema/users/user.ts'
import { cookieHeader, makeUser, newAddress, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { hashPassword } from './passwords.ts'

test('emails to a user who chose no language are in the one that their browser asked for at sign-in', async () => {
  const password = 'correct horse battery'
  const { id, email, username } = await makeUser({
    password: await hashPassword(password, env.PEPPER),
  })
  const { mails } = openOutbox([], email)
  const signIn = async (accept: Record<string, string>) => {
    const headers = { ...newAddress(), ...accept }
    const response = await request('POST', '/api/login', { username, password }, headers)
    const cookie = { Cookie: cookieHeader(response) }
    const read = async () =>
      User.parse(await (await request('GET', '/api/user', undefined, cookie)).json()).mailLanguage
    return { cookie, read }
  }
  expect(await (await signIn({})).read()).toBeNull()
  expect(await (await signIn({ 'Accept-Language': 'de-AT,en;q=0.5' })).read()).toBe('de')
  expect(await (await signIn({})).read()).toBe('de')
  await request('POST', '/api/reset-password', { email }, newAddress())
  await settled()
  expect(mails.map(({ subject }) => subject)).toEqual(['Neues Passwort für Edgecard festlegen'])
  expect(await (await signIn({ 'Accept-Language': 'sv-SE,ja;q=0.5' })).read()).toBe('ja')
  const { cookie, read } = await signIn({ 'Accept-Language': 'sv-SE' })
  expect(await read()).toBe('en')
  const profile = { fullName: 'Ada', email, phone: null, language: 'fr' }
  expect((await request('PUT', `/api/users/${id}`, profile, cookie)).status).toBe(200)
  expect(await read()).toBe('fr')
})
