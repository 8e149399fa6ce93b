/** Everything that changes who may sign in, or how, each through the front door. Only tests import this. */
import { env } from 'cloudflare:workers'
import { issueResetTokens } from '../auth/password-reset.ts'
import { keepFormerEmail, newEmailRevert } from '../users/email-change.ts'
import { db, newAddress, origin, request, signIn } from './app.ts'
import { addKey, type Key } from './passkey.ts'
import { password, type Someone, setUpFactor, someone } from './second-factor.ts'
import { startSession } from './sessions.ts'

/** Somebody with two devices and, where a row of the table needs one, a second factor and a passkey. */
export type Victim = {
  person: Someone
  /** The device on which the change is made. */
  elsewhere: Someone['request']
  admin: Someone['request']
  codes: string[]
  key: Key | undefined
}

export type Change = {
  change: string
  factor?: boolean
  passkey?: true
  make: (victim: Victim) => Promise<Response>
}

const one = (person: Someone) => `/api/users/${person.user.id}`

export const changes: Change[] = [
  {
    change: 'the password is changed',
    make: ({ elsewhere }) =>
      elsewhere('POST', '/api/update-password', {
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
    change: 'the e-mail is changed',
    make: ({ elsewhere, person }) =>
      elsewhere('PUT', one(person), {
        fullName: 'Ada Lovelace',
        phone: null,
        email: `new-${person.user.email}`,
      }),
  },
  {
    change: 'the e-mail is taken back',
    make: async ({ person }) => {
      const { token, ...revert } = await newEmailRevert(env, { former: person.user, origin })
      const changed = { id: person.user.id, email: 'other@cards.test', may: undefined }
      await db.batch(keepFormerEmail(db, { ...changed, revert }))
      return request('POST', '/api/account/email-revert', { token }, newAddress())
    },
  },
  {
    change: 'an administrator sets the password',
    make: ({ admin, person }) => admin('PATCH', one(person), { password: 'other horse' }),
  },
  {
    change: 'an administrator sets the e-mail',
    make: ({ admin, person }) => admin('PATCH', one(person), { email: `new-${person.user.email}` }),
  },
  {
    change: 'an administrator sets the level',
    make: ({ admin, person }) => admin('PATCH', one(person), { accessLevel: 1 }),
  },
  {
    change: 'an administrator deactivates the user',
    make: ({ admin, person }) => admin('DELETE', one(person)),
  },
  {
    change: 'the user is deactivated and restored',
    make: async ({ admin, person }) => {
      await admin('DELETE', one(person))
      return admin('POST', `${one(person)}/restore`)
    },
  },
  {
    change: 'the factor is turned on',
    factor: false,
    make: async ({ elsewhere, person }) => {
      await setUpFactor({ ...person, request: elsewhere })
      return elsewhere('GET', '/api/user')
    },
  },
  {
    change: 'the factor is turned off',
    factor: true,
    make: ({ elsewhere, codes }) =>
      elsewhere('DELETE', '/api/account/second-factor', { password, code: codes[0] }),
  },
  {
    change: 'an administrator takes the factor off',
    factor: true,
    make: ({ admin, person }) => admin('DELETE', `${one(person)}/second-factor`),
  },
  {
    change: 'the passkey is removed',
    passkey: true,
    make: ({ elsewhere, key }) => elsewhere('DELETE', `/api/account/passkeys/${key?.row.id}`),
  },
  {
    change: 'every other device is signed out',
    make: ({ elsewhere }) => elsewhere('DELETE', '/api/sessions'),
  },
]

/** Somebody new, as a row of a table wants them. */
export async function victimOf(row: { factor: boolean; passkey?: true }): Promise<Victim> {
  const person = await someone(2)
  const { codes } = row.factor ? await setUpFactor(person) : { codes: [] }
  const key = row.passkey && (await addKey(person))
  const Cookie = `sid=${await startSession(db, person.user.id, 'Elsewhere')}`
  const elsewhere: Someone['request'] = (method, path, body) =>
    request(method, path, body, { Cookie, ...newAddress() })
  return { person, elsewhere, admin: (await signIn(5)).request, codes, key }
}
