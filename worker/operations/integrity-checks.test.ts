import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { sessions } from '../../schema/accounts/tables.ts'
import { slugHistory } from '../../schema/cards/tables.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { db, makeCard, makeUser, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from '../tracking/record.ts'
import { findIntegrityErrors } from './integrity-checks.ts'

async function broken() {
  return (await findIntegrityErrors(env)).flatMap(({ rule, broken }) => (broken > 0 ? [rule] : []))
}

test('an intact database has no errors until a row breaks a rule', async () => {
  await makeUser({ id: 1, accessLevel: 5 })
  await signIn(2)
  const card = await makeCard()
  await recordEvents(env, [makeEvent({ cardId: card.id })])
  expect(await broken()).toEqual([])

  const deleted = await makeUser({ deletedAt: '2026-01-01T00:00:00.000Z' })
  const session = { secretHash: '', createdAt: 0, lastSeenAt: 0, authAt: 0, device: '' }
  await db.insert(sessions).values({ id: 'x', userId: deleted.id, ...session })
  await db.insert(slugHistory).values({ slug: card.slug, cardId: card.id + 1000 })
  await db.insert(formSubmissions).values({
    cardId: 2_000_000_000,
    clientId: 'x',
    formData: {},
    submitterIp: '203.0.113.7',
  })
  await makeCard({ profilePicture: `/images/${'a'.repeat(64)}-500.jpg` })
  await env.ANALYTICS.exec("update card_views set viewer_ip = '203.0.113.7'")
  expect(await broken()).toEqual([
    'no slug belongs to two cards',
    'every submission has a card',
    'no session belongs to a deleted user',
    'no submission contains a full IP address',
    'no event contains a full IP address',
    'every image of a card or the app is stored',
  ])
})
