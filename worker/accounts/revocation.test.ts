import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Share } from '../../schema/analytics/account-report.ts'
import { Feed } from '../../schema/feeds/feed.ts'
import { db, newAddress, origin, request, signIn } from '../testing/app.ts'
import {
  password,
  type SignedInUser,
  setUpFactor,
  signInWithPassword,
} from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'
import { newEmailRevert, storeEmailRevert } from './email-change.ts'
import { issueResetTokens } from './password-reset.ts'

type Event = [
  string,
  (person: SignedInUser, admin: Pick<SignedInUser, 'request'>) => Promise<unknown>,
]

/** A user's own change keeps the session that made it; a changed password gives it a new cookie. */
const own: Event[] = [
  ['the factor is set', (person) => setUpFactor(person)],
  [
    'the factor is taken off',
    async (person) => {
      const { codes } = await setUpFactor(person)
      await person.request('DELETE', '/api/account/second-factor', { password, code: codes[0] })
    },
  ],
  ['all others are ended', (person) => person.request('DELETE', '/api/sessions')],
]

const newPassword = 'other horse'
const passwords = { currentPassword: password, newPassword }

const everywhere: Event[] = [
  [
    'the password is changed',
    ({ request: call }) => call('POST', '/api/update-password', passwords, newAddress()),
  ],
  [
    'the password is reset',
    async ({ user }) => {
      const [issued] = await issueResetTokens(db, user.email)
      const sent = { token: issued?.token, password: newPassword }
      await request('POST', '/api/reset-password/confirm', sent, newAddress())
    },
  ],
  [
    'the email is taken back',
    async ({ user }) => {
      const { token, ...revert } = await newEmailRevert(env, { former: user, origin })
      const changed = { id: user.id, email: 'other@cards.test', may: undefined }
      await db.batch(storeEmailRevert(db, { ...changed, revert }))
      await request('POST', '/api/account/email-revert', { token }, newAddress())
    },
  ],
  [
    'the account is deleted',
    ({ request: call }) => call('DELETE', '/api/account', { password }, newAddress()),
  ],
  [
    'an admin sets the password',
    ({ user }, admin) =>
      admin.request('PATCH', `/api/users/${user.id}`, { password: newPassword }, newAddress()),
  ],
  [
    'the level is raised',
    ({ user }, admin) => admin.request('PATCH', `/api/users/${user.id}`, { accessLevel: 3 }),
  ],
  [
    'the level is lowered',
    ({ user }, admin) => admin.request('PATCH', `/api/users/${user.id}`, { accessLevel: 1 }),
  ],
  [
    'an admin deactivates the user',
    ({ user }, admin) => admin.request('DELETE', `/api/users/${user.id}`),
  ],
  [
    'an admin takes the factor off',
    async (person, admin) => {
      await setUpFactor(person)
      await admin.request('DELETE', `/api/users/${person.user.id}/second-factor`)
    },
  ],
]

const everyDay = { name: 'Sheet', kind: 'days', card: null, days: null }
const monthly = { timeframe: 'month', card: null, days: 7 }

async function statusesAfter([, happen]: Event) {
  const person = await signInWithPassword(2)
  const Cookie = `sid=${await startSession(db, person.user.id, 'Elsewhere')}`
  const made = await person.request('POST', '/api/account/tokens', { name: 'Sheet' })
  const { token } = await made.json<{ token: string }>()
  const shared = await person.request('POST', '/api/analytics-shares', monthly)
  const { path = '' } = Share.parse(await shared.json())
  const feed = await person.request('POST', '/api/account/feeds', everyDay)
  const { address = '' } = Feed.parse(await feed.json())
  const elsewhere = () => request('GET', '/api/user', undefined, { Cookie })
  expect((await elsewhere()).status).toBe(200)
  await happen(person, await signIn(5))
  const Authorization = `Bearer ${token}`
  return {
    here: (await person.request('GET', '/api/user')).status,
    elsewhere: (await elsewhere()).status,
    program: (await request('GET', '/api/business-cards', undefined, { Authorization })).status,
    feed: (await request('GET', `${address.slice(origin.length)}days.csv`)).status,
    reader: (await request('GET', path.replace('/shared/', '/api/shared-analytics/'))).status,
  }
}

test.each(own)('when %s, only the current session stays', async (...event) => {
  expect(await statusesAfter(event)).toEqual({
    here: 200,
    elsewhere: 401,
    program: 200,
    feed: 200,
    reader: 200,
  })
})

test.each(everywhere)(
  'when %s, every session, token, feed and shared report ends',
  async (...event) => {
    expect(await statusesAfter(event)).toEqual({
      here: 401,
      elsewhere: 401,
      program: 401,
      feed: 404,
      reader: 410,
    })
  },
)
