import { eq, inArray } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, makeUser, request, signIn, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { advanceClock } from '../testing/clock.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { pauseRequest } from '../testing/paused-request.ts'

const offers = '/api/account/handover'
const invalidOffer = [400, 'This offer is no longer valid. Ask your colleague for a new one.']
const meanwhile = 'Something just changed. Reload the page and try again.'

type Person = Awaited<ReturnType<typeof signIn>>

/** A sender who offers their only card to a receiver without cards, and the token from the email. */
async function makeOffer({ from = 1, to = 1 } = {}) {
  const [sender, receiver] = [await signIn(from), await signIn(to)]
  const card = await makeCard({ userId: sender.user.id })
  const { mails } = openOutbox()
  const token = await offer(sender, receiver, mails)
  return { sender, receiver, card, mails, token }
}

async function offer(
  sender: Person,
  receiver: Person,
  mails: ReturnType<typeof openOutbox>['mails'],
) {
  const before = mails.length
  const response = await sender.request('POST', offers, { to: receiver.user.username })
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      message: `We emailed ${receiver.user.username}. They have 7 days to accept the cards.`,
    },
  ])
  await settled()
  expect(mails).toHaveLength(before + 1)
  return /\/auth#handover=(\S+)\n/.exec(mails[before]?.text ?? '')?.[1] ?? ''
}

const read = (who: Person, token: string) =>
  statusAndText(who.request('POST', `${offers}/offer`, { token }))
const accept = (who: Person, token: string) =>
  statusAndText(who.request('POST', `${offers}/accept`, { token }))

async function ownerOf({ id }: { id: number }) {
  return (await db.select().from(businessCards).where(eq(businessCards.id, id)).get())?.userId
}

test('no card moves before the colleague accepts; then both receive an email', async () => {
  const { sender, receiver, card, mails, token } = await makeOffer()
  expect(await ownerOf(card)).toBe(sender.user.id)
  expect(mails[0]).toMatchObject({
    to: receiver.user.email,
    subject: `"${sender.user.username}" offers you a card on Edgecard`,
    text: expect.stringContaining('ignore this email'),
  })
  const [status, text] = await read(receiver, token)
  expect([status, JSON.parse(String(text))]).toEqual([
    200,
    { from: sender.user.username, cards: 1, expiresAt: expect.any(String) },
  ])
  expect(await ownerOf(card)).toBe(sender.user.id)
  expect(await accept(receiver, token)).toEqual([200, '{"cards":1}'])
  expect(await ownerOf(card)).toBe(receiver.user.id)
  const subjects = () => mails.slice(1).map((mail) => [mail.to, mail.subject])
  const { username } = sender.user
  await settled()
  expect(subjects()).toHaveLength(2)
  expect(subjects()).toContainEqual([receiver.user.email, `You now have a card from "${username}"`])
  expect(subjects()).toContainEqual([
    sender.user.email,
    `Your card was handed over to "${receiver.user.username}"`,
  ])
})

test('both steps are in the audit log, as security events of the sender', async () => {
  const { sender, receiver, card, token } = await makeOffer()
  await accept(receiver, token)
  const [made, done] = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.actorId, [sender.user.id, receiver.user.id]))
    .orderBy(auditLog.id)
  expect(made).toMatchObject({
    ...{ action: 'handover-offered', actorId: sender.user.id, userId: sender.user.id },
    details: { to: receiver.user.username, offered: 1 },
  })
  expect(done).toMatchObject({
    ...{ action: 'handover-accepted', actorId: receiver.user.id, userId: sender.user.id },
    details: { from: sender.user.username, to: receiver.user.username, cards: [card.slug] },
  })
})

test('only the named colleague can read and accept an offer', async () => {
  const { sender, card, token } = await makeOffer()
  const other =
    'This offer is for another account. Sign in with the account that received the email.'
  for (const who of [sender, await signIn(1), await signIn(5)]) {
    expect(await read(who, token)).toEqual([403, other])
    expect(await accept(who, token)).toEqual([403, other])
  }
  expect((await request('POST', `${offers}/accept`, { token })).status).toBe(401)
  const [from, , rest] = [token.split('.')[0], '', token.split('.').slice(2).join('.')]
  const otherUser = await signIn(4)
  expect(await accept(otherUser, `${from}.${otherUser.user.id}.${rest}`)).toEqual(invalidOffer)
  expect(await accept(otherUser, 'x')).toEqual(invalidOffer)
  expect(await ownerOf(card)).toBe(sender.user.id)
})

test('an offer expires after 7 days', async () => {
  const { sender, receiver, card, token } = await makeOffer()
  const later = [token.split('.')[2], Number(token.split('.')[2]) + 86_400].map(String)
  expect(await accept(receiver, token.replace(later[0] ?? '', later[1] ?? ''))).toEqual(
    invalidOffer,
  )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * dayMs - 60_000 })
  expect((await read(receiver, token))[0]).toBe(200)
  vi.setSystemTime(Date.now() + 61_000)
  const responses = [await read(receiver, token), await accept(receiver, token)]
  vi.useRealTimers()
  expect(responses).toEqual([invalidOffer, invalidOffer])
  expect(await ownerOf(card)).toBe(sender.user.id)
})

test('an accepted offer is void, even after the cards are returned', async () => {
  const { sender, receiver, card, mails, token } = await makeOffer()
  expect((await accept(receiver, token))[0]).toBe(200)
  expect(await accept(receiver, token)).toEqual(invalidOffer)
  await settled()
  expect(mails).toHaveLength(3)
  expect((await accept(sender, await offer(receiver, sender, mails)))[0]).toBe(200)
  expect(await ownerOf(card)).toBe(sender.user.id)
  expect(await accept(receiver, token)).toEqual(invalidOffer)
  expect(await ownerOf(card)).toBe(sender.user.id)
})

const changes: [string, (sender: Person, card: { id: number }) => Promise<unknown>][] = [
  [
    'changes how they sign in',
    async ({ user }) =>
      (await signIn(5)).request('PATCH', `/api/users/${user.id}`, { password: 'battery staple' }),
  ],
  ['is deleted', async ({ user }) => (await signIn(5)).request('DELETE', `/api/users/${user.id}`)],
  ['gets another card', ({ user }) => makeCard({ userId: user.id })],
  [
    'has another card instead',
    async ({ user }, card) => {
      await (await signIn(5)).request('DELETE', `/api/business-cards/${card.id}`)
      await makeCard({ userId: user.id })
    },
  ],
]

test.each(changes)('an offer is void if its sender %s', async (_, change) => {
  const { sender, receiver, card, token } = await makeOffer({ to: 4 })
  await change(sender, card)
  expect(await read(receiver, token)).toEqual(invalidOffer)
  expect(await accept(receiver, token)).toEqual(invalidOffer)
  expect(await ownerOf(card)).toBe(sender.user.id)
})

test.each(changes)('no card moves if, during the request, its sender %s', async (_, change) => {
  const { sender, receiver, card, token } = await makeOffer({ to: 4 })
  const paused = await pauseAccept(receiver, token)
  await change(sender, card)
  expect(await statusAndText(paused.resume())).toEqual([409, meanwhile])
  expect(await ownerOf(card)).toBe(sender.user.id)
})

test('a receiver who has a card by then cannot accept', async () => {
  const { sender, receiver, card, token } = await makeOffer()
  // In one millisecond, which also identifies the moved cards.
  advanceClock(0)
  const paused = await pauseAccept(receiver, token)
  await makeCard({ userId: receiver.user.id, updatedAt: new Date().toISOString() })
  expect(await statusAndText(paused.resume())).toEqual([409, meanwhile])
  const full = 'You cannot have more than one card. Ask a System Admin to hand these over.'
  expect(await read(receiver, token)).toEqual([409, full])
  expect(await accept(receiver, token)).toEqual([409, full])
  expect(await ownerOf(card)).toBe(sender.user.id)
})

test('20 concurrent requests move the cards once', async () => {
  const { receiver, card, token } = await makeOffer()
  const responses = await Promise.all(Array.from({ length: 20 }, () => accept(receiver, token)))
  // Two in the same millisecond may both return success.
  const statuses = new Set(responses.map(([status]) => status))
  expect([...statuses].filter((status) => ![400, 409].includes(status))).toEqual([200])
  const row = await db.select().from(businessCards).where(eq(businessCards.id, card.id)).get()
  expect(row).toMatchObject({ userId: receiver.user.id, version: card.version + 1 })
})

test('a user without a verified address cannot make an offer', async () => {
  const sender = await signIn(1, { emailVerifiedAt: null })
  const receiver = await makeUser()
  const { mails } = openOutbox()
  await makeCard({ userId: sender.user.id })
  expect(await statusAndText(sender.request('POST', offers, { to: receiver.username }))).toEqual([
    409,
    'Confirm your email address before you hand over your cards.',
  ])
  expect(mails).toEqual([])
})

test('a receiver without a verified address is rejected like one who has a card', async () => {
  const sender = await signIn(1)
  await makeCard({ userId: sender.user.id })
  const { mails } = openOutbox()
  const full = await makeUser()
  await makeCard({ userId: full.id })
  const unconfirmed = await makeUser({ emailVerifiedAt: null })
  const send = (to: string) => statusAndText(sender.request('POST', offers, { to }))
  const refused = await send(full.username)
  expect(refused[0]).toBe(403)
  expect(await send(unconfirmed.username)).toEqual(refused)
  expect(mails).toEqual([])
})

test('a user without a card cannot make an offer', async () => {
  const sender = await signIn(1)
  const { username: to } = await makeUser()
  expect(await statusAndText(sender.request('POST', offers, { to }))).toEqual([
    409,
    'You have no cards to hand over.',
  ])
})

function pauseAccept(receiver: Person, token: string) {
  const headers = { Cookie: receiver.cookie }
  return pauseRequest(
    { path: `${offers}/accept`, body: { token }, headers },
    /update "business_cards"/,
  )
}
