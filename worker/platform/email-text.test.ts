import { expect, test } from 'vitest'
import { makeCard, makeUser, newAddress, request, signIn, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'

const hostile = [
  'ada\r\n\r\nVerify at https://evil.example/x',
  'Verify: www.evil.example',
  'evil.example/verify" was verified. "',
  'http://evil.example',
  'ada\u2028https://evil.example',
  'https\u200b://evil.example',
  '\u202eelpmaxe.live//:sptth',
  'call verify@evil.example now',
  'evil。example\nevil.example',
]

/** What email programs turn into links: addresses with or without a scheme, and email addresses. */
function linksIn(text: string): string[] {
  return (
    text.match(/(?:\w+:\/\/|www\.|\b)[\w-]+(?:[.@][\w-]+)*\.[a-z]{2,}[^\s"]*|\w+:\/\/\S+/giu) ?? []
  )
}

function listLines(text: string): string[] {
  return text.split(/[\n\r\u2028\u2029]/)
}

test.each(hostile)(
  'the username %j in an email starts no line and creates no link',
  async (username) => {
    const { mails } = openOutbox()
    const user = await makeUser({ username: `${username}${crypto.randomUUID().slice(0, 4)}` })
    await request('POST', '/api/reset-password', { email: user.email }, newAddress())
    await settled()
    expect(mails).toHaveLength(1)
    const { subject, text } = mails[0] ?? { subject: '', text: '' }
    expect(linksIn(text).filter((link) => !link.startsWith('http://cards.test/'))).toEqual([])
    expect(linksIn(subject)).toEqual([])
    expect(
      listLines(text).filter((line) => /^\W*(?:verify|evil|https?[^\w]*evil|elpm)/i.test(line)),
    ).toEqual([])
    // The name is inside one pair of quotes and contains no bidi override.
    expect(text.match(/"/g)).toHaveLength(2)
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/)
  },
)

const fields = (['name', 'email', 'company', 'message'] as const).map((key) => ({
  key,
  label: null,
  required: false,
}))

test.each(hostile)(
  'the notice of a submission with %j has no line or link from it',
  async (response) => {
    const { mails } = openOutbox()
    const owner = await makeUser()
    const formConfig = { fields, consent: null, thanks: null }
    const { id: cardId } = await makeCard({ userId: owner.id, formConfig })
    const formData = {
      name: response,
      email: 'grace@navy.test',
      company: response,
      message: response,
    }
    const sent = await request('POST', '/api/form-submissions', { cardId, formData }, newAddress())
    expect(sent.status).toBe(201)
    await settled()
    expect(mails).toHaveLength(1)
    const { subject, text } = mails[0] ?? { subject: '', text: '' }
    const ours = (link: string) =>
      link.startsWith('http://cards.test/') || link === 'grace@navy.test'
    expect(linksIn(text).filter((link) => !ours(link))).toEqual([])
    expect(linksIn(subject)).toEqual([])
    expect(subject).toMatch(/^"[^"\n]+" sent you their details$/)
    expect(
      listLines(text).filter((line) => /^\W*(?:verify|evil)/i.test(line) && !line.startsWith('> ')),
    ).toEqual([])
  },
)

test.each([
  ['ada\nlovelace', 'Username cannot contain line breaks or invisible characters'],
  ['https://evil.example', 'Username cannot contain slashes'],
  ['ada\u200blovelace', 'Username cannot contain line breaks or invisible characters'],
  ['\u202eecalevol', 'Username cannot contain line breaks or invisible characters'],
  ['ada\u3164\u2800', 'Username cannot contain line breaks or invisible characters'],
  ['аdmin', 'Username cannot mix letters of different alphabets'],
  ['pаypal', 'Username cannot mix letters of different alphabets'],
])('the username %j is refused', async (username, sentence) => {
  await makeUser({ id: 1, accessLevel: 5 }).catch(() => undefined)
  const form = { username, fullName: 'Ada', email: 'ada@cards.test', password: 'right horse' }
  expect(await statusAndText(request('POST', '/api/register', form, newAddress()))).toEqual([
    400,
    sentence,
  ])
  const { request: asAdmin } = await signIn(4)
  expect(await statusAndText(asAdmin('POST', '/api/users', form))).toEqual([400, sentence])
  const { results } = await (await asAdmin('POST', '/api/users/bulk', { users: [form] })).json<{
    results: object[]
  }>()
  expect(results).toEqual([{ status: 'refused', field: 'username', reason: sentence }])
  const target = await makeUser()
  expect(await statusAndText(asAdmin('PATCH', `/api/users/${target.id}`, { username }))).toEqual([
    400,
    sentence,
  ])
})

test.each([
  'ada.lovelace',
  'Ада-Лавлейс',
  '张伟',
  'ゆき.さくら2',
  'José-García',
  'Ἀδάμ',
  'عمر',
  'o’brien',
])('the username %j is accepted', async (name) => {
  await makeUser({ id: 1, accessLevel: 5 }).catch(() => undefined)
  const username = `${name}-${Math.floor(Math.random() * 1e9)}`
  const form = { username, fullName: name, email: 'ada@cards.test', password: 'right horse' }
  expect((await request('POST', '/api/register', form, newAddress())).status).toBe(201)
})

test.each([
  'ada\u0000@cards.test',
  'ada\u0085bcc@cards.test',
  'ada\u009f@cards.test',
  'ada\u200b@cards.test',
  'ada@cards\u00ad.test',
  'ada@\u202etset.sdrac',
  'ada\u{e0041}@cards.test',
  'ada\u3164@cards.test',
])('%j is not a valid email address', async (email) => {
  await makeUser({ id: 1, accessLevel: 5 }).catch(() => undefined)
  const refused = [400, 'Please enter a valid email']
  const form = { username: 'addressee', fullName: 'Ada', email, password: 'right horse' }
  expect(await statusAndText(request('POST', '/api/register', form, newAddress()))).toEqual(refused)
  const { user, request: asAdmin } = await signIn(4)
  expect(await statusAndText(asAdmin('POST', '/api/users', form))).toEqual(refused)
  expect(await statusAndText(asAdmin('PATCH', `/api/users/${user.id}`, { email }))).toEqual(refused)
  const reset = request('POST', '/api/reset-password', { email }, newAddress())
  expect(await statusAndText(reset)).toEqual(refused)
})

test('an old username that breaks the rules survives edits, and a full name becomes one line', async () => {
  const { request: asAdmin } = await signIn(4)
  const { id, username } = await makeUser({ username: `a/b.${crypto.randomUUID()}` })
  const fullName = 'Ada\nL\u202eove\u200flace'
  const edited = await asAdmin('PATCH', `/api/users/${id}`, { username, fullName })
  expect(await edited.json()).toMatchObject({ username, fullName: 'Ada Lovelace' })
  const { request: own, user } = await signIn(1)
  const profile = { fullName, email: user.email, phone: null }
  const saved = await own('PUT', `/api/users/${user.id}`, profile)
  expect(await saved.json()).toMatchObject({ fullName: 'Ada Lovelace' })
})

test('a name copied from an email signs in', async () => {
  const { mails } = openOutbox()
  const { user } = await signInWithPassword(1, { username: `ada.${crypto.randomUUID()}` })
  await request('POST', '/api/reset-password', { email: user.email }, newAddress())
  await settled()
  expect(mails).toHaveLength(1)
  const [, username] = /"(.+)"/.exec(mails[0]?.text ?? '') ?? []
  expect(username).not.toBe(user.username)
  const signedIn = await request('POST', '/api/login', { username, password }, newAddress())
  expect(signedIn.status).toBe(200)
})
