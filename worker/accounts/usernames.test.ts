import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { db, makeUser, newAddress, request, signIn, statusAndText } from '../testing/app.ts'
import { fillUsernameSkeletons, usernameSkeleton } from './usernames.ts'

await makeUser({ id: 1, accessLevel: 5 })

const taken = [409, 'Username already exists']

function form(username: string) {
  return { username, fullName: 'Ada', email: 'ada@cards.test', password: 'right horse' }
}

function register(username: string) {
  return statusAndText(request('POST', '/api/register', form(username), newAddress()))
}

test.each([
  ['Paypal', 'PаypаI'.replaceAll('а', 'a')],
  ['google', 'g00gle'],
  ['modern', 'rnodern'],
  ['scope', 'ѕсоре'],
  ['eleven', 'e1even'],
  ['admin', 'аԁміп'],
  ['bradmin', 'brADM1N'],
  ['ordmin', 'ordmın'],
  ['ardmin', 'ardmi\u0307n'],
  ['Kim', 'КІМ'],
  ['Петро', 'петро'],
  ['alice', 'аӏісе'],
  ['lola', 'ӀоӀа'],
])('%j conflicts with %j in every route', async (first, second) => {
  expect((await register(first))[0]).toBe(201)
  expect(await register(second)).toEqual(taken)
  const { request: asAdmin } = await signIn(4)
  expect(await statusAndText(asAdmin('POST', '/api/users', form(second)))).toEqual(taken)
  const bulk = await asAdmin('POST', '/api/users/bulk', { users: [form(second)] })
  expect(await bulk.json()).toEqual({
    results: [{ status: 'refused', field: 'username', reason: 'Username already exists' }],
  })
  const check = await asAdmin('POST', '/api/users/check', { usernames: [second], slugs: [] })
  expect(await check.json()).toEqual({ usernames: [second], slugs: [] })
  const target = await makeUser()
  expect(
    await statusAndText(asAdmin('PATCH', `/api/users/${target.id}`, { username: second })),
  ).toEqual(taken)
})

test.each([
  ['école', 'e\u0301cole'],
  ['ada', '𝐚𝐝𝐚'],
  ['adore', 'ａdore'],
  ['file', 'ﬁle'],
  ['damn', 'ᴅaᴍɴ'],
  ['zaq', 'zaq\u0323\u0323'],
  ['kelvin', '\u212aelvin'],
  ['ada-bell', 'ada-★-bell'],
])('for %j the spelling %j is refused', async (_, username) => {
  const refused = [
    400,
    expect.stringMatching(/^Username (?:contains special letter forms|can contain)/),
  ]
  expect(await register(username)).toEqual(refused)
  const { request: asAdmin } = await signIn(4)
  const target = await makeUser()
  expect(await statusAndText(asAdmin('PATCH', `/api/users/${target.id}`, { username }))).toEqual(
    refused,
  )
  // Existing users keep such a name.
  const older = await makeUser({ username })
  const kept = await asAdmin('PATCH', `/api/users/${older.id}`, { username, fullName: 'Ada' })
  expect(kept.status).toBe(200)
})

const spaces = 'Username cannot contain spaces. Use a hyphen or a dot instead.'
const atSign = 'Username cannot contain @. You can sign in with your email address as well.'

test.each([
  ['two words', spaces],
  ['ada\tbyron', spaces],
  ...['\u00a0', '\u3000', '\u2003', '\u200a', '\u2009', '\u202f', '\u205f'].map((space, at) => [
    `ada${space}byron${at + 2}`,
    spaces,
  ]),
  ['zed@work', atSign],
  ['user.name+tag@cards.test', atSign],
])('%j is not a username: it is one word, and no email address', async (username, message) => {
  const refused = [400, message]
  expect(await register(username)).toEqual(refused)
  const { request: asAdmin } = await signIn(4)
  expect(await statusAndText(asAdmin('POST', '/api/users', form(username)))).toEqual(refused)
  const bulk = await asAdmin('POST', '/api/users/bulk', { users: [form(username)] })
  expect(await bulk.json()).toEqual({
    results: [{ status: 'refused', field: 'username', reason: message }],
  })
  const target = await makeUser()
  const renamed = await asAdmin('PATCH', `/api/users/${target.id}`, { username })
  expect([renamed.status, renamed.headers.get('X-Error-Code')]).toEqual([400, 'username'])
  // Existing users keep such a name, and sign in with it.
  const older = await makeUser({ username })
  const kept = await asAdmin('PATCH', `/api/users/${older.id}`, { username, fullName: 'Ada' })
  expect(kept.status).toBe(200)
})

test.each([
  ...['José', 'Žofie', '李雷', 'محمد', "Sinéad.O'Brien", 'Sinéad_O’Neill', 'Anne-Marie.St.Clair'],
  ...['R2D2-42', 'Олена', 'İbrahim.Işık', 'Ελένη', 'Nguyễn-Thị-Hằng', 'דוד', 'สมชาย', 'अनीता'],
  ...['Groß', 'Ċensu', 'Məmməd', "Мар'яна", 'user.name+tag', 'Jean··Luc', '김민준', 'さくら・ゆき'],
])('%j is a valid username', async (username) => {
  expect((await register(`${username}-3`))[0]).toBe(201)
})

test('of a hundred similar names requested concurrently, one is created', async () => {
  const { request: asAdmin } = await signIn(4)
  const spellings = Array.from({ length: 100 }, (_, at) =>
    [...at.toString(2).padStart(7, '0')].map((bit) => (bit === '1' ? 'o' : '0')).join(''),
  )
  const responses = await Promise.all(
    spellings.map((name) => asAdmin('POST', '/api/users', form(`b${name}`))),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  const names = spellings.map((name) => `b${name}`)
  expect(await db.$count(users, inArray(users.username, names))).toBe(1)
})

test('the cron job adds skeletons to existing users, who keep similar names', async () => {
  const [first, second] = [
    await makeUser({ username: 'olivia' }),
    await makeUser({ username: '0livia' }),
  ]
  while ((await fillUsernameSkeletons(env)) === 'more');
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, [first.id, second.id]))
  expect(rows.map(({ usernameSkeleton: skeleton }) => skeleton)).toEqual([
    usernameSkeleton('olivia'),
    '',
  ])
  expect(await db.$count(users, eq(users.usernameSkeleton, ''))).toBe(1)
  expect(await register('oIivia')).toEqual(taken)
  // The second user can still be edited, and renamed to a free name.
  const { request: asAdmin } = await signIn(4)
  const edit = (body: object) => asAdmin('PATCH', `/api/users/${second.id}`, body)
  expect((await edit({ username: '0livia', fullName: 'Olivia' })).status).toBe(200)
  expect((await edit({ username: 'olive' })).status).toBe(200)
  expect(await register('0live')).toEqual(taken)
})
