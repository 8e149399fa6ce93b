import { expect, test } from 'vitest'
import { BulkResult } from '../../schema/users/bulk-import.ts'
import { commonPasswordMessage as common } from '../../schema/users/user.ts'
import { db, makeUser, newAddress, request, signIn, statusAndText } from '../testing/app.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'
import { issueResetTokens } from './password-reset.ts'

await makeUser({ id: 1, accessLevel: 5 })
// Includes upper case and full-width letters, which NFKC maps to plain ones.
const spellings = ['password', 'PassWord', 'ｐａｓｓｗｏｒｄ', '123456', 'qwerty123']

const person = (name: string) => ({
  username: `common-${name}-${crypto.randomUUID().slice(0, 8)}`,
  fullName: 'Grace Hopper',
  email: `${name}@cards.test`,
})

test.each(spellings)('%s is refused at registration', async (given) => {
  const sent = { ...person('new'), password: given }
  const response = await request('POST', '/api/register', sent, newAddress())
  expect([response.status, await response.text()]).toEqual([400, common])
  expect(response.headers.get('X-Error-Code')).toBe('common-password')
})

test('a common password is refused wherever one is set', async () => {
  const { request: asLevel5 } = await signIn(5)
  const { user, request: asUser } = await signInWithPassword(1)
  const [issued] = await issueResetTokens(db, user.email)
  const reset = { token: issued?.token, password: 'Password1' }
  const change = { currentPassword: password, newPassword: 'Password1' }
  const made = { ...person('made'), accessLevel: 1, password: 'Password1' }
  const refused = [400, common]
  expect(await statusAndText(asUser('POST', '/api/update-password', change, newAddress()))).toEqual(
    refused,
  )
  expect(
    await statusAndText(request('POST', '/api/reset-password/confirm', reset, newAddress())),
  ).toEqual(refused)
  expect(await statusAndText(asLevel5('POST', '/api/users', made, newAddress()))).toEqual(refused)
  const edit = { password: 'Password1' }
  expect(
    await statusAndText(asLevel5('PATCH', `/api/users/${user.id}`, edit, newAddress())),
  ).toEqual(refused)
  const rows = { users: [made, { ...made, password: 'right horse' }] }
  const bulk = await asLevel5('POST', '/api/users/bulk', rows)
  expect(BulkResult.parse(await bulk.json()).results).toMatchObject([
    { status: 'refused', reason: common },
    { status: 'made' },
  ])
})
