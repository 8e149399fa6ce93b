import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { makeUser, request, signIn } from '../testing/app.ts'
import { hashPassword } from '../users/passwords.ts'

test('POST /api/login signs in, and GET /api/user answers the user without the password', async () => {
  const user = await makeUser({ password: await hashPassword('right horse', env.PEPPER) })
  const answer = await request('POST', '/api/login', {
    username: user.username.toUpperCase(),
    password: 'right horse',
  })
  expect(answer.status).toBe(200)
  const [sid = ''] = answer.headers.getSetCookie()
  expect(sid).toMatch(
    /^sid=[\w-]{14}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const me = await request('GET', '/api/user', undefined, { Cookie: sid })
  expect(await me.json()).toEqual(await answer.json())
})

test('signIn makes requests of that level', async () => {
  const { user, request } = await signIn(3)
  const me = await request('GET', '/api/user')
  expect(await me.json()).toMatchObject({ id: user.id, accessLevel: 3 })
})
