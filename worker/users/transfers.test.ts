import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { transferAfterMs } from '../../schema/access.ts'
import { sessions, users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { db, makeCard, makeUser, signIn, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { makeOfferToken } from '../testing/email-links.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { callerOf } from '../testing/sessions.ts'
import { createTemplate, runTemplate } from '../testing/templates.ts'
import { acceptOffer, findSender, transferCards } from './transfer.ts'

const onlyOwner =
  'Only the user or a System Admin can hand over these cards. An Admin can, three days after the user was deleted.'
const own = '/api/account/handover'

type Person = Awaited<ReturnType<typeof signIn>>

test('level 4 cannot hand over the cards of an active user, to itself or a colleague', async () => {
  const level4 = await signIn(4)
  const [owner, recipient] = [await makeUser(), await makeUser()]
  const card = await makeCard({ userId: owner.id })
  const path = `/api/users/${owner.id}/handover`
  for (const to of [level4.user.id, recipient.id])
    expect(await statusAndText(level4.request('POST', path, { to }))).toEqual([403, onlyOwner])
  expect(await ownerOf(card)).toBe(owner.id)
  const inbox = await level4.request('GET', `/api/business-cards/${card.id}/submissions`)
  expect(inbox.status).toBe(403)
})

test('level 4 cannot delete a user, hand over their cards, and restore them', async () => {
  const level4 = await signIn(4)
  const [owner, recipient] = [await makeUser(), await makeUser()]
  const card = await makeCard({ userId: owner.id })
  const { mails } = openOutbox()
  const path = `/api/users/${owner.id}`
  expect((await level4.request('DELETE', path)).status).toBe(204)
  const handOver = () =>
    statusAndText(level4.request('POST', `${path}/handover`, { to: recipient.id }))
  expect(await handOver()).toEqual([403, onlyOwner])
  expect(await ownerOf(card)).toBe(owner.id)
  const toOwner = () => mails.find(({ to }) => to === owner.email)
  await settled()
  expect(toOwner()).toBeDefined()
  expect(toOwner()?.subject).toContain('account was deleted')
  await leftAgo(owner.id, transferAfterMs - 60_000)
  expect((await handOver())[0]).toBe(403)
  await leftAgo(owner.id, transferAfterMs + 1000)
  expect((await handOver())[0]).toBe(200)
})

test('level 5 can hand over the cards of a user who was just deleted', async () => {
  const level5 = await signIn(5)
  const card = await makeCard()
  await leftAgo(card.userId, 0)
  const path = `/api/users/${card.userId}/handover`
  expect((await level5.request('POST', path, { to: level5.user.id })).status).toBe(200)
  expect(await ownerOf(card)).toBe(level5.user.id)
})

test('the statement itself checks whether the user is deleted, and for how long', async () => {
  const level4 = await makeUser({ accessLevel: 4 })
  const [owner, recipient] = [await makeUser(), await makeUser()]
  const card = await makeCard({ userId: owner.id })
  const change = { actor: await callerOf(db, level4.id), id: owner.id }
  expect(await transferCards(db, change, recipient.id)).toBeUndefined()
  await leftAgo(owner.id, transferAfterMs - 60_000)
  expect(await transferCards(db, change, recipient.id)).toBeUndefined()
  expect(await ownerOf(card)).toBe(owner.id)
  await leftAgo(owner.id, transferAfterMs + 1000)
  expect(await transferCards(db, change, recipient.id)).toEqual([card.slug])
})

test('level 5 can hand over the cards of an active user, and both are notified', async () => {
  const level5 = await signIn(5)
  const [owner, recipient] = [await makeUser(), await makeUser()]
  const card = await makeCard({ userId: owner.id })
  const { mails } = openOutbox()
  const response = await level5.request('POST', `/api/users/${owner.id}/handover`, {
    to: recipient.id,
  })
  expect(await response.json()).toEqual({ cards: 1 })
  expect(await ownerOf(card)).toBe(recipient.id)
  const mailTo = (to: string) => mails.find((one) => one.to === to)
  await settled()
  expect([mailTo(owner.email), mailTo(recipient.email)]).not.toContain(undefined)
  expect(mailTo(owner.email)).toMatchObject({
    subject: `Your card was handed over to "${recipient.username}"`,
    text: expect.stringContaining('An admin'),
  })
  expect(mailTo(recipient.email)).toMatchObject({
    subject: `You now have a card from "${owner.username}"`,
    text: expect.stringContaining('An admin'),
  })
})

const cannotTake = "This user can't receive your cards. Ask a System Admin to hand them over."

test.each([
  ['a second card', { accessLevel: 3 }, { owned: 1, handed: 1 }],
  ['two cards at once', { accessLevel: 3 }, { owned: 0, handed: 2 }],
  ['cards of a lower level, at level 5', { accessLevel: 5 }, { owned: 0, handed: 1 }],
])('a user below level 4 cannot receive %s', async (_, fields, { owned, handed }) => {
  const owner = await signIn(3)
  const recipient = await makeUser(fields)
  for (let count = 0; count < owned; count += 1) await makeCard({ userId: recipient.id })
  for (let count = 0; count < handed; count += 1) await makeCard({ userId: owner.user.id })
  const response = owner.request('POST', own, { to: recipient.username })
  expect(await statusAndText(response)).toEqual([403, cannotTake])
  const change = { actor: await callerOf(db, owner.user.id), id: owner.user.id }
  expect(await transferCards(db, change, recipient.id)).toBeUndefined()
  const from = await findSender(db, owner.user.id)
  if (!from) throw new Error('There is a giver')
  expect(await acceptOffer(db, await callerOf(db, recipient.id), from)).toBeUndefined()
  expect(await db.$count(businessCards, eq(businessCards.userId, recipient.id))).toBe(owned)
})

test('level 4 can receive any number of cards, and a receiver of one cannot create another', async () => {
  const [owner, recipient] = [await signIn(1), await signIn(3)]
  const level4 = await signIn(4)
  await makeCard({ userId: level4.user.id })
  await makeCard({ userId: owner.user.id })
  expect(await give(owner, recipient)).toBe(200)
  const another = { userId: recipient.user.id, slug: `another-${recipient.user.id}` }
  expect((await recipient.request('POST', '/api/business-cards', another)).status).toBe(403)
  for (let count = 0; count < 2; count += 1) await makeCard({ userId: owner.user.id })
  expect(await give(owner, level4)).toBe(200)
  expect(await db.$count(businessCards, eq(businessCards.userId, level4.user.id))).toBe(3)
})

test('of many offers accepted concurrently by a user without a card, one succeeds', async () => {
  const recipient = await signIn(1)
  const owners = await Promise.all([...Array(20)].map(() => signIn(1)))
  for (const { user } of owners) await makeCard({ userId: user.id })
  await Promise.all(owners.map((owner) => give(owner, recipient)))
  expect(await db.$count(businessCards, eq(businessCards.userId, recipient.user.id))).toBe(1)
})

test('a card received by level 5 does not move its template above level 4', async () => {
  const [level4, level5] = [await signIn(4), await signIn(5)]
  const template = await createTemplate(level4)
  const card = await makeCard()
  await runTemplate(level4, template, { only: [card.id] })
  const path = `/api/users/${card.userId}/handover`
  expect((await level5.request('POST', path, { to: level5.user.id })).status).toBe(200)
  expect(await ownerOf(card)).toBe(level5.user.id)
  expect((await level4.request('DELETE', `/api/templates/${template.id}`)).status).toBe(204)
})

test('an admin can hand over their own cards in User Management, too', async () => {
  const level4 = await signIn(4)
  const recipient = await makeUser()
  const card = await makeCard({ userId: level4.user.id })
  const path = `/api/users/${level4.user.id}/handover`
  expect((await level4.request('POST', path, { to: recipient.id })).status).toBe(200)
  expect(await ownerOf(card)).toBe(recipient.id)
})

test('own cards go only to existing users, and guesses at names are limited', async () => {
  const owner = await signIn(1)
  const deleted = await makeUser({ deletedAt: '2026-01-01' })
  const card = await makeCard({ userId: owner.user.id })
  const transferTo = (to: unknown) => statusAndText(owner.request('POST', own, { to }))
  expect(await transferTo(deleted.username)).toEqual([404, 'User not found'])
  expect(await transferTo(owner.user.username)).toEqual([
    400,
    'Choose someone else to receive the cards.',
  ])
  expect((await transferTo(7))[0]).toBe(400)
  for (let tried = 2; tried < 10; tried += 1)
    expect(await transferTo(`nobody-${tried}`)).toEqual([404, 'User not found'])
  const recipient = await makeUser()
  expect((await transferTo(recipient.username))[0]).toBe(429)
  expect(await ownerOf(card)).toBe(owner.user.id)
})

test('offering the own cards requires recent authentication', async () => {
  const owner = await signIn(1)
  const recipient = await makeUser()
  await db.update(sessions).set({ authAt: 0 }).where(eq(sessions.userId, owner.user.id))
  const response = await owner.request('POST', own, { to: recipient.username })
  expect([response.status, response.headers.get('X-Error-Code')]).toEqual([403, 'reauthenticate'])
})

test('code that the new owner may not show is removed', async () => {
  const code = {
    embedCodes: ['<script>1</script>'],
    customizations: {
      ...{ website: 'https://cards.test', about: null, pronouns: null, department: null },
      customCss: '.name { color: red }',
    },
  }
  const recipient = await signIn(4)
  for (const [level, kept] of [
    [2, false],
    [3, true],
  ] as const) {
    const owner = await signIn(level)
    const card = await makeCard({ userId: owner.user.id, ...code })
    expect(await give(owner, recipient)).toBe(200)
    const row = await db.select().from(businessCards).where(eq(businessCards.id, card.id)).get()
    expect(row).toMatchObject(
      kept
        ? code
        : { embedCodes: [], customizations: { website: 'https://cards.test', customCss: null } },
    )
  }
})

/** Accepts an offer of all cards of the owner and returns the status. */
async function give({ user }: Person, recipient: Person) {
  const token = await makeOfferToken(user.id, recipient.user.id)
  return (await recipient.request('POST', `${own}/accept`, { token })).status
}

async function leftAgo(id: number, ms: number) {
  const deletedAt = new Date(Date.now() - ms).toISOString()
  await db.update(users).set({ deletedAt }).where(eq(users.id, id))
}

async function ownerOf({ id }: { id: number }) {
  return (await db.select().from(businessCards).where(eq(businessCards.id, id)).get())?.userId
}
