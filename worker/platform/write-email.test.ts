import { expect, test } from 'vitest'
import { appLanguages } from '../../schema/screens.ts'
import { User } from '../../schema/users/user.ts'
import { makeCard, makeUser, newAddress, request, signIn, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { emailWords } from './write-email.ts'

// Without the first user, registration is closed.
await makeUser({ id: 1 })

test('PUT /api/users/:id saves the language, and keeps it when there is none in the body', async () => {
  const me = await signIn(1)
  const { id, email } = me.user
  const save = (change: object) =>
    me.request('PUT', `/api/users/${id}`, { fullName: 'Ada', email, phone: null, ...change })
  const language = async () =>
    User.parse(await (await me.request('GET', '/api/user')).json()).language
  expect(await language()).toBeNull()
  expect((await save({ language: 'de' })).status).toBe(200)
  expect(await language()).toBe('de')
  expect((await save({})).status).toBe(200)
  expect(await language()).toBe('de')
  expect(await statusAndText(save({ language: 'it' }))).toEqual([
    400,
    'Language must be one of en, de, es, fr, ja',
  ])
  expect((await save({ language: null })).status).toBe(200)
  expect(await language()).toBeNull()
})

test.each([
  ['de', 'Neues Passwort für Edgecard festlegen', 'Guten Tag,\n\nFür das Edgecard-Konto "'],
  ['ja', 'Edgecardの新しいパスワードを設定してください', 'Edgecardのアカウント"'],
  [null, 'Set a new Edgecard password', 'Hello,\n\nSomeone requested a new password'],
] as const)('a reset link to a user with the language %s', async (language, subject, text) => {
  const { email } = await makeUser({ language })
  const { mails } = openOutbox([], email)
  await request('POST', '/api/reset-password', { email }, newAddress())
  await settled()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe(subject)
  expect(mails[0]?.text).toContain(text)
  expect(mails[0]?.text).toMatch(/\nhttp:\/\/cards\.test\/auth#t=[\w-]{43}\n/)
})

test('POST /api/register saves the language of the app, and the first email is in it', async () => {
  const username = `new-${crypto.randomUUID().slice(0, 8)}`
  const email = `${username}@example.com`
  const { mails } = openOutbox([], email)
  const form = { username, email, password: 'long enough', fullName: 'Ada', phone: '' }
  const answer = await request('POST', '/api/register', { ...form, language: 'es' }, newAddress())
  expect(User.parse(await answer.json()).language).toBe('es')
  await settled()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(emailWords('es').hello)
  const wrong = request('POST', '/api/register', { ...form, language: 'it' }, newAddress())
  expect((await wrong).status).toBe(400)
})

test('both emails of a change of address are in the language of the account', async () => {
  const me = await signIn(1)
  const { id, email } = me.user
  const { mails } = openOutbox()
  const profile = { fullName: 'Ada', email: `new-${email}`, phone: null }
  expect(
    (await me.request('PUT', `/api/users/${id}`, { ...profile, email, language: 'fr' })).status,
  ).toBe(200)
  expect((await me.request('PUT', `/api/users/${id}`, profile)).status).toBe(200)
  await settled()
  expect(
    mails
      .filter(({ to }) => to.endsWith(email))
      .map(({ to, subject }) => `${to} ${subject}`)
      .sort(),
  ).toEqual(
    [
      `${email} L’adresse e-mail de votre compte Edgecard a été modifiée`,
      `new-${email} Confirmez votre adresse e-mail pour Edgecard`,
    ].sort(),
  )
})

test('emails about a transfer are each in the language of their recipient', async () => {
  const from = await makeUser({ language: 'es' })
  const to = await makeUser({ language: 'ja' })
  for (const _ of [1, 2]) await makeCard({ userId: from.id })
  const { mails } = openOutbox()
  const admin = await signIn(5)
  const path = `/api/users/${from.id}/handover`
  const { status } = await admin.request('POST', path, { to: to.id })
  expect(status).toBe(200)
  const subjectTo = (email: string) => mails.find((mail) => mail.to === email)?.subject
  const namedIn = (name: string) => `"${name.replace(/(?<=\S)[.:@/\\](?=\S)/g, '$&\u2060')}"`
  await settled()
  expect(subjectTo(from.email)).toBe(`Tus 2 tarjetas se han traspasado a ${namedIn(to.username)}`)
  expect(subjectTo(to.email)).toBe(`${namedIn(from.username)}さんから名刺2枚を引き継ぎました`)
})

test('the notice of a form submission has the default labels in the language of the owner', async () => {
  const owner = await makeUser({ language: 'de' })
  const fields = [
    { key: 'name', label: null, required: false },
    { key: 'company', label: 'Team', required: false },
    { key: 'message', label: null, required: false },
  ] as const
  const formConfig = { fields: [...fields], consent: null, thanks: null }
  const { id: cardId } = await makeCard({ userId: owner.id, formConfig })
  const { mails } = openOutbox([], owner.email)
  const formData = { company: 'Navy', message: '{inbox}' }
  await request('POST', '/api/form-submissions', { cardId, formData }, newAddress())
  await settled()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('"Navy" hat Ihnen Kontaktdaten gesendet')
  expect(mails[0]?.text).toContain('\n\nTeam: Navy\nNachricht: {inbox}\n\nIn Ihrem Posteingang')
})

test('every language has the placeholders of English in each text', () => {
  const english = placeholders(emailWords('en'))
  expect(english['.reset.text.1']).toEqual(['{link}'])
  for (const language of appLanguages)
    expect(placeholders(emailWords(language)), language).toEqual(english)
})

/** The placeholders by the path of a text; a plural counts as one text. */
function placeholders(words: unknown, path = ''): Record<string, string[]> {
  if (typeof words === 'string') return { [path]: [...new Set(words.match(/\{\w+\}/g))].sort() }
  return Object.assign(
    {},
    ...Object.entries(words ?? {}).map(([key, inner]) =>
      placeholders(inner, key === 'one' || key === 'other' ? path : `${path}.${key}`),
    ),
  )
}
