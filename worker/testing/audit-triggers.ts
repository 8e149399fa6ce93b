/** Triggers every kind of security event in the audit log through the API. Only tests import this. */
import { env } from 'cloudflare:workers'
import type { securityKinds } from '../../schema/users/audit.ts'
import { newEmailRevert, storeEmailRevert } from '../accounts/email-change.ts'
import { issueResetTokens } from '../accounts/password-reset.ts'
import { db, makeCard, makeUser, newAddress, origin, request } from './app.ts'
import { codeOf } from './authenticator-app.ts'
import { makeOfferToken, makeVerificationToken } from './email-links.ts'
import { failNineSignIns } from './login-failures.ts'
import { addKey, submitPasskey } from './passkey.ts'
import {
  password,
  type SignedInUser,
  setUpFactor,
  signInWithPassword,
  startStep,
  submitCode,
  wrongCode,
} from './second-factor.ts'
import { startSession } from './sessions.ts'

const monthly = { timeframe: 'month', card: null, days: 7 }
const newFeed = { name: 'Sheet', kind: 'days', card: null, days: 30 }

/** The affected user, the actor, and the response. */
type Triggered = { user: number | null; actor: number | null; response: Response }

const byUser = ({ user: { id } }: SignedInUser, response: Response): Triggered => ({
  user: id,
  actor: id,
  response,
})
const byNobody = (user: number | null, response: Response): Triggered => ({
  user,
  actor: null,
  response,
})

function login(username: string, sent = password): Promise<Response> {
  return request('POST', '/api/login', { username, password: sent }, newAddress())
}

/** Sends a request of a level 5 user about a level 2 user. */
async function byAdmin(
  method: string,
  path: string,
  body?: unknown,
  fields = {},
): Promise<Triggered> {
  const admin = await signInWithPassword(5)
  const target = await makeUser({ accessLevel: 2, ...fields })
  const response = await admin.request(method, `/api/users/${target.id}${path}`, body)
  return { user: target.id, actor: admin.user.id, response }
}

async function byOwner(level: number, method: string, path: string, body?: unknown) {
  const person = await signInWithPassword(level)
  return byUser(person, await person.request(method, path, body))
}

async function onCard(method: string, path: string, level: number): Promise<Triggered> {
  const person = await signInWithPassword(level)
  const deletedAt = path.endsWith('restore') ? new Date().toISOString() : null
  const { id } = await makeCard({ userId: person.user.id, deletedAt })
  return byUser(person, await person.request(method, `/api/business-cards/${id}${path}`))
}

/** Creates something and revokes it. */
async function revoked(path: string, body: object): Promise<Triggered> {
  const person = await signInWithPassword()
  const made = await person.request('POST', path, body)
  const { id } = await made.json<{ id: string }>()
  return byUser(person, await person.request('DELETE', `${path}/${id}`))
}

/** The last is of a script only; the others are declared as the rest are. */
type Elsewhere =
  | 'app-settings-changed'
  | 'installation-set-up'
  | `template-${'changed' | 'deleted' | 'applied' | 'run-continued' | 'run-undone'}`
  | 'account-recovered'

/** All security events but those. */
export const triggers: Record<
  Exclude<keyof typeof securityKinds, Elsewhere>,
  () => Promise<Triggered>
> = {
  'sign-in': async () => {
    const person = await signInWithPassword()
    return byUser(person, await login(person.user.username))
  },
  'sign-in-failed': async () => {
    const { user } = await signInWithPassword()
    return byNobody(user.id, await login(user.username.toUpperCase(), 'wrong'))
  },
  'second-factor-requested': async () => {
    const person = await signInWithPassword()
    await setUpFactor(person)
    return byNobody(person.user.id, await login(person.user.username))
  },
  'second-factor-failed': async () => {
    const person = await signInWithPassword()
    await setUpFactor(person)
    return byNobody(person.user.id, await submitCode(await startStep(person), wrongCode))
  },
  'recovery-code-used': async () => {
    const person = await signInWithPassword()
    const { codes } = await setUpFactor(person)
    return byUser(person, await submitCode(await startStep(person), codes[0] ?? ''))
  },
  reauthentication: () => byOwner(1, 'POST', '/api/reauthenticate', { password }),
  'reauthentication-failed': () => byOwner(1, 'POST', '/api/reauthenticate', { password: 'wrong' }),
  'signed-out': async () => {
    const person = await signInWithPassword()
    return byUser(person, await person.request('POST', '/api/logout'))
  },
  'session-ended': async () => {
    const person = await signInWithPassword()
    const [id] = (await startSession(db, person.user.id, 'Another')).split('.')
    return byUser(person, await person.request('DELETE', `/api/sessions/${id}`))
  },
  'sessions-ended': () => byOwner(1, 'DELETE', '/api/sessions'),
  'rate-limited': async () => {
    const { user } = await signInWithPassword()
    await failNineSignIns(user)
    await login(user.username, 'wrong')
    return byNobody(user.id, await login(user.username, 'wrong'))
  },

  'password-changed': () =>
    byOwner(1, 'POST', '/api/update-password', {
      currentPassword: password,
      newPassword: 'battery staple',
    }),
  'password-reset-requested': async () => {
    const { id, email } = await makeUser()
    const response = await request('POST', '/api/reset-password', { email }, newAddress())
    return byNobody(id, response)
  },
  'password-reset': async () => {
    const { id, email } = await makeUser()
    const [sent] = await issueResetTokens(db, email)
    const body = { token: sent?.token, password: 'battery staple' }
    return byNobody(id, await request('POST', '/api/reset-password/confirm', body, newAddress()))
  },
  'link-refused': async () => {
    const body = { token: 'a'.repeat(43), password: 'battery staple' }
    return byNobody(null, await request('POST', '/api/reset-password/confirm', body, newAddress()))
  },
  'email-changed': () => byAdmin('PATCH', '', { email: `${crypto.randomUUID()}@cards.test` }),
  'email-verified': async () => {
    const user = await makeUser({ emailVerifiedAt: null })
    const body = { token: await makeVerificationToken(user) }
    const path = '/api/account/email-verification/confirm'
    return byNobody(user.id, await request('POST', path, body, newAddress()))
  },
  'email-change-undone': async () => {
    const former = await makeUser()
    const revert = await newEmailRevert(env, { former, origin })
    const email = `${crypto.randomUUID()}@cards.test`
    await db.batch(storeEmailRevert(db, { id: former.id, email, revert, may: undefined }))
    const { token } = revert
    return byNobody(former.id, await request('POST', '/api/account/email-revert', { token }))
  },
  'second-factor-on': async () => {
    const person = await signInWithPassword()
    await setUpFactor(person)
    return byUser(person, new Response())
  },
  'second-factor-off': async () => {
    const person = await signInWithPassword()
    const { secret } = await setUpFactor(person)
    const body = { password, code: codeOf(secret) }
    return byUser(person, await person.request('DELETE', '/api/account/second-factor', body))
  },
  'second-factor-removed': async () => {
    const [admin, person] = [await signInWithPassword(5), await signInWithPassword()]
    await setUpFactor(person)
    const path = `/api/users/${person.user.id}/second-factor`
    const response = await admin.request('DELETE', path)
    return { user: person.user.id, actor: admin.user.id, response }
  },
  'recovery-codes-renewed': async () => {
    const person = await signInWithPassword()
    await setUpFactor(person)
    const path = '/api/account/second-factor/recovery-codes'
    return byUser(person, await person.request('POST', path))
  },
  'passkey-added': async () => {
    const person = await signInWithPassword()
    await addKey(person)
    return byUser(person, new Response())
  },
  'passkey-removed': async () => {
    const person = await signInWithPassword()
    const { row } = await addKey(person)
    return byUser(person, await person.request('DELETE', `/api/account/passkeys/${row.id}`))
  },
  'token-issued': () => byOwner(1, 'POST', '/api/account/tokens', { name: 'Sheet' }),
  'token-revoked': () => revoked('/api/account/tokens', { name: 'Sheet' }),
  'token-refused': async () => {
    const Authorization = `Bearer edg_${'A'.repeat(43)}`
    const headers = { Authorization, ...newAddress() }
    return byNobody(null, await request('GET', '/api/business-cards', undefined, headers))
  },
  'feed-created': () => byOwner(1, 'POST', '/api/account/feeds', newFeed),
  'feed-revoked': () => revoked('/api/account/feeds', newFeed),
  'share-created': () => byOwner(1, 'POST', '/api/analytics-shares', monthly),
  'share-revoked': () => revoked('/api/analytics-shares', monthly),

  'data-exported': () => byOwner(1, 'GET', '/api/account/export'),
  'visitor-data-erased': () =>
    byOwner(1, 'DELETE', '/api/visitor-data', { email: 'ada@cards.test' }),
  'access-denied': () => byOwner(1, 'GET', '/api/users'),
  'cross-site-refused': async () => {
    const person = await signInWithPassword()
    const headers = { Origin: 'https://evil.example' }
    return byUser(
      person,
      await person.request('POST', '/api/reauthenticate', { password }, headers),
    )
  },

  registered: async () => {
    const username = `new-${crypto.randomUUID().slice(0, 8)}`
    const body = { username, password, email: `${username}@cards.test`, fullName: 'Grace' }
    const response = await request('POST', '/api/register', body, newAddress())
    const { id } = await response.clone().json<{ id: number }>()
    return { user: id, actor: id, response }
  },
  'user-created': async () => {
    const admin = await signInWithPassword(5)
    const username = `new-${crypto.randomUUID().slice(0, 8)}`
    const named = { username, password, email: `${username}@cards.test`, fullName: 'Grace' }
    const body = { ...named, accessLevel: 1, cardSlug: username }
    const response = await admin.request('POST', '/api/users', body)
    const { id } = await response.clone().json<{ id: number }>()
    return { user: id, actor: admin.user.id, response }
  },
  'user-edited': () => byAdmin('PATCH', '', { fullName: 'Grace Hopper' }),
  'level-changed': () => byAdmin('PATCH', '', { accessLevel: 3 }),
  'user-deactivated': () => byAdmin('DELETE', ''),
  'user-restored': () =>
    byAdmin('POST', '/restore', undefined, { deletedAt: new Date().toISOString() }),
  'account-deleted': () => byOwner(1, 'DELETE', '/api/account', { password }),
  'handover-offered': async () => {
    const [person, { username: to }] = [await signInWithPassword(), await makeUser()]
    await makeCard({ userId: person.user.id })
    return byUser(person, await person.request('POST', '/api/account/handover', { to }))
  },
  'handover-accepted': async () => {
    const [sender, receiver] = [await signInWithPassword(), await signInWithPassword()]
    await makeCard({ userId: sender.user.id })
    const token = await makeOfferToken(sender.user.id, receiver.user.id)
    const response = await receiver.request('POST', '/api/account/handover/accept', { token })
    return { user: sender.user.id, actor: receiver.user.id, response }
  },
  'cards-handed-over': async () => {
    const to = (await makeUser()).id
    return byAdmin('POST', '/handover', { to }, { deletedAt: new Date().toISOString() })
  },
  'card-deleted': () => onCard('DELETE', '', 5),
  'card-restored': () => onCard('POST', '/restore', 5),
  'template-created': async () => {
    const { id: cardId } = await makeCard()
    return byOwner(5, 'POST', '/api/templates', { name: 'Team', cardId, rules: {} })
  },
}

/** Signs in with a passkey. */
export async function signInWithPasskey(): Promise<Triggered> {
  const person = await signInWithPassword()
  return byUser(person, await submitPasskey(await addKey(person), { counter: 1 }))
}
