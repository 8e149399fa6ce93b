import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '../../schema/access-tables.ts'
import { businessCards } from '../../schema/tables.ts'
import { changeEntries } from '../inbox/change-entries.ts'
import { changeSubmission, markAsRead } from '../inbox/submission-queries.ts'
import { changeSharePoint } from '../share-points/share-point-queries.ts'
import { db, makeUser, signInWithCard } from '../testing/app.ts'
import { makeEntry } from '../testing/inbox.ts'
import { storedEntries } from '../testing/merges.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { mayStillWrite } from './may-still-write.ts'

test('an entry and a share point stay as they are once their card was handed over', async () => {
  const { card, user } = await signInWithCard(1)
  const session = await db.select().from(sessions).where(eq(sessions.userId, user.id)).get()
  const actor = { ...user, sessionId: session?.id ?? '' }
  const may = mayStillWrite(actor, { id: card.id, userId: user.id })
  const entry = await makeEntry(card.id)
  const { id } = await makeSharePoint({ cardId: card.id })
  const change = async (note: string) => [
    await changeSubmission(db, { id: entry.id, may }, { note }),
    await changeSharePoint(db, { id, may }, { label: note }),
  ]
  const changeAll = () =>
    changeEntries(db, { ids: [entry.id], actor, isOwners: false }, { status: 'done' })
  expect(await change('Before')).toMatchObject([true, { label: 'Before' }])
  const { id: userId } = await makeUser()
  await db.update(businessCards).set({ userId }).where(eq(businessCards.id, card.id))
  const before = await storedEntries(card.id)
  expect(await change('After')).toEqual([false, 'not allowed'])
  expect(await markAsRead(db, { id: entry.id, may })).toBe(false)
  await changeAll()
  expect(await storedEntries(card.id)).toEqual(before)
  await db.update(businessCards).set({ userId: user.id }).where(eq(businessCards.id, card.id))
  await changeAll()
  expect(await storedEntries(card.id)).toMatchObject([{ note: 'Before', status: 'done' }])
})
