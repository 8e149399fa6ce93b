/** Every change of credentials or access, made through the API. Only tests import this. */
import { env } from 'cloudflare:workers'
import { newEmailRevert, storeEmailRevert } from '../accounts/email-change.ts'
import { issueResetTokens } from '../accounts/password-reset.ts'
import { db, newAddress, origin, request, signIn } from './app.ts'
import { addKey, type Key } from './passkey.ts'
import { password, type SignedInUser, setUpFactor, signInWithPassword } from './second-factor.ts'
import { startSession } from './sessions.ts'

/** A user with two sessions and, if the test case needs them, a second factor and a passkey. */
export type TestAccount = {
  person: SignedInUser
  /** Sends requests in the session that makes the change. */
  otherDevice: SignedInUser['request']
  admin: SignedInUser['request']
  codes: string[]
  key: Key | undefined
}

type CredentialChange = {
  change: string
  factor?: boolean
  passkey?: true
  make: (account: TestAccount) => Promise<Response>
}

const userPath = (person: SignedInUser) => `/api/users/${person.user.id}`

export const credentialChanges: CredentialChange[] = [
  {
    change: 'the password is changed',
    make: ({ otherDevice }) =>
      otherDevice('POST', '/api/update-password', {
        currentPassword: password,
        newPassword: 'other horse',
      }),
  },
  {
    change: 'the password is reset',
    make: async ({ person }) => {
      const [issued] = await issueResetTokens(db, person.user.email)
      const sent = { token: issued?.token, password: 'other horse' }
      return request('POST', '/api/reset-password/confirm', sent, newAddress())
    },
  },
  {
    change: 'the email is changed',
    make: ({ otherDevice, person }) =>
      otherDevice('PUT', userPath(person), {
        fullName: 'Ada Lovelace',
        phone: null,
        email: `new-${person.user.email}`,
      }),
  },
  {
    change: 'the email is taken back',
    make: async ({ person }) => {
      const { token, ...revert } = await newEmailRevert(env, { former: person.user, origin })
      const changed = { id: person.user.id, email: 'other@cards.test', may: undefined }
      await db.batch(storeEmailRevert(db, { ...changed, revert }))
      return request('POST', '/api/account/email-revert', { token }, newAddress())
    },
  },
  {
    change: 'an admin sets the password',
    make: ({ admin, person }) => admin('PATCH', userPath(person), { password: 'other horse' }),
  },
  {
    change: 'an admin sets the email',
    make: ({ admin, person }) =>
      admin('PATCH', userPath(person), { email: `new-${person.user.email}` }),
  },
  {
    change: 'an admin sets the level',
    make: ({ admin, person }) => admin('PATCH', userPath(person), { accessLevel: 1 }),
  },
  {
    change: 'an admin deactivates the user',
    make: ({ admin, person }) => admin('DELETE', userPath(person)),
  },
  {
    change: 'the user is deactivated and restored',
    make: async ({ admin, person }) => {
      await admin('DELETE', userPath(person))
      return admin('POST', `${userPath(person)}/restore`)
    },
  },
  {
    change: 'the factor is turned on',
    factor: false,
    make: async ({ otherDevice, person }) => {
      await setUpFactor({ ...person, request: otherDevice })
      return otherDevice('GET', '/api/user')
    },
  },
  {
    change: 'the factor is turned off',
    factor: true,
    make: ({ otherDevice, codes }) =>
      otherDevice('DELETE', '/api/account/second-factor', { password, code: codes[0] }),
  },
  {
    change: 'an admin takes the factor off',
    factor: true,
    make: ({ admin, person }) => admin('DELETE', `${userPath(person)}/second-factor`),
  },
  {
    change: 'the passkey is removed',
    passkey: true,
    make: ({ otherDevice, key }) => otherDevice('DELETE', `/api/account/passkeys/${key?.row.id}`),
  },
  {
    change: 'every other device is signed out',
    make: ({ otherDevice }) => otherDevice('DELETE', '/api/sessions'),
  },
]

/** Creates the user that a test case needs. */
export async function makeTestAccount(row: {
  factor: boolean
  passkey?: true
}): Promise<TestAccount> {
  const admin = await signIn(5)
  const person = await signInWithPassword(2)
  const { codes } = row.factor ? await setUpFactor(person) : { codes: [] }
  const key = row.passkey && (await addKey(person))
  const Cookie = `sid=${await startSession(db, person.user.id, 'Elsewhere')}`
  const otherDevice: SignedInUser['request'] = (method, path, body) =>
    request(method, path, body, { Cookie, ...newAddress() })
  return { person, otherDevice, admin: admin.request, codes, key }
}
