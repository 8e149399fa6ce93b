import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { changeSharePoint } from '../share-points/queries.ts'
import { callerOf, db, makeUser, signInWithCard } from '../testing/app.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { mayStillWrite } from './auth-version.ts'

test('a share point stays as it is once its card was handed over', async () => {
  const { card, user } = await signInWithCard(1)
  const may = mayStillWrite(await callerOf(user), { id: card.id, userId: user.id })
  const { id } = await makeSharePoint({ cardId: card.id })
  const change = (label: string) => changeSharePoint(db, { id, may }, { label })
  expect(await change('Before')).toMatchObject({ label: 'Before' })
  const { id: userId } = await makeUser()
  await db.update(businessCards).set({ userId }).where(eq(businessCards.id, card.id))
  expect(await change('After')).toBe('not allowed')
})
