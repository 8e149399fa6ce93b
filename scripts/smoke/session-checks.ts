/** Checks of sign-in and sign-out. */
import * as z from 'zod/mini'
import { type Check, readJson, responseError, type Site } from './run-checks.ts'

export const sessionChecks: Check[] = [
  { name: 'a wrong password is refused', run: checkWrongPassword },
  { name: 'a user signs in, with a cookie that scripts cannot read', needs: 'user', run: signIn },
  { name: 'the session is recognized, and the user has a card', needs: 'user', run: checkSession },
]

export const signOutCheck: Check = {
  name: 'signing out ends the session',
  needs: 'user',
  run: signOut,
}

async function checkWrongPassword({ post, username }: Site) {
  const login = { username: username || 'smoke', password: 'not the password' }
  return responseError(await post('/api/login', login), { status: 401 })
}

const SignedIn = z.object({
  id: z.optional(z.int()),
  codeNeeded: z.optional(z.boolean()),
  mustChangePassword: z.optional(z.boolean()),
})

async function signIn(site: Site) {
  const { username, password, origin } = site
  const response = await site.post('/api/login', { username, password })
  if (response.status === 401) return 'the username or the password is wrong'
  const wrong = responseError(response, { status: 200, type: 'application/json' })
  if (wrong) return wrong
  const user = await readJson(response, SignedIn)
  if (user.codeNeeded) return 'this user has two-step verification; choose one without'
  if (user.mustChangePassword) return 'this user must change the password first'
  const cookies = response.headers.getSetCookie()
  const session = cookies.find((cookie) => /^(__Host-)?sid=/.test(cookie))
  if (!session) return 'no session cookie is set'
  site.userId = user.id
  site.cookie = session.split(';')[0]
  if (!/; HttpOnly/i.test(session) || !/; SameSite=(Lax|Strict)/i.test(session))
    return 'scripts or other sites could use the session cookie'
  const isHost = session.startsWith('__Host-') && /; Secure/i.test(session)
  return origin.startsWith('https:') && !isHost ? 'the cookie is not bound to https' : undefined
}

const Cards = z.array(z.object({ slug: z.string(), state: z.string() }))

async function checkSession(site: Site) {
  const headers = { Cookie: site.cookie ?? '' }
  const wrong = responseError(await site.get('/api/user', headers), { status: 200 })
  if (wrong) return wrong
  const response = await site.get(`/api/business-cards/user/${site.userId}`, headers)
  const cards = response.ok ? await readJson(response, Cards) : []
  site.slug ??= cards.find(({ state }) => state === 'live')?.slug
  return site.slug ? undefined : 'the user has no live card; create one, or add --card'
}

async function signOut(site: Site) {
  const headers = { Cookie: site.cookie ?? '' }
  const wrong = responseError(await site.post('/api/logout', undefined, headers), { status: 204 })
  return wrong ?? responseError(await site.get('/api/user', headers), { status: 401 })
}
