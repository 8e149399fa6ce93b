import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { cardLocales } from '../../schema/cards/tables.ts'
import { db, makeCard } from './app.ts'
import { emptyDatabases } from './empty-databases.ts'

test('nothing is left, not even what triggers write', async () => {
  const card = await makeCard()
  await db.insert(cardLocales).values({ cardId: card.id, locale: 'es', fields: {} })
  await emptyDatabases(env)
  const left = await env.DB.prepare(
    'select (select count(*) from business_cards) + (select count(*) from purge_outbox) as n',
  ).first('n')
  expect(left).toBe(0)
})
