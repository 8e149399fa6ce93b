import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { callerOf, db, makeUser, signIn } from '../testing/app.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'
import { storedEntries } from '../testing/merges.ts'
import { changeEntries, mayStillChange } from './entry-changes.ts'
import { changeSubmission, markAsRead } from './queries.ts'

test('a change that was checked before its card was handed over, or deleted, is not made', async () => {
  const { card, user } = await makeInbox()
  const { id } = await makeEntry(card.id)
  const former = await callerOf(user)
  const { id: userId } = await makeUser()
  const may = mayStillChange(former, { isOwners: true })
  const assigned = { assigneeId: user.id, assignedAt: '2026-01-01T00:00:00.000Z', may }
  for (const change of [{ userId }, { deletedAt: 'now', userId: user.id }]) {
    await db.update(businessCards).set(change).where(eq(businessCards.id, card.id))
    await changeEntries(db, [id], assigned)
    expect(await changeSubmission(db, id, assigned)).toBe(false)
    expect(await markAsRead(db, { id, may })).toBe(false)
    expect(await storedEntries(card.id)).toMatchObject([{ assigneeId: null }])
  }
  await db.update(businessCards).set({ deletedAt: null }).where(eq(businessCards.id, card.id))
  expect(await changeSubmission(db, id, assigned)).toBe(true)
})

test('whom an entry is assigned to changes it, but assigns it to nobody else', async () => {
  const { card } = await makeInbox()
  const { user: colleague } = await signIn(1)
  const { id } = await makeEntry(card.id, { assigneeId: colleague.id })
  const actor = await callerOf(colleague)
  const assigns = mayStillChange(actor, { isOwners: true })
  expect(await changeSubmission(db, id, { status: 'done', may: assigns })).toBe(false)
  const may = mayStillChange(actor, { isOwners: false })
  expect(await changeSubmission(db, id, { status: 'done', may })).toBe(true)
  expect(await storedEntries(card.id)).toMatchObject([{ status: 'done' }])
})
