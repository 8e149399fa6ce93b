import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { db, makeCard } from '../testing/app.ts'
import { deliverBatch, newMessage } from '../testing/deliver-batch.ts'
import { makeEvent } from '../testing/events.ts'
import { dayTotals, recorded } from '../testing/visitor-events.ts'

function pause(cardId: number) {
  return db.update(businessCards).set({ state: 'paused' }).where(eq(businessCards.id, cardId))
}

function deliverView(cardId: number, bindings = env) {
  return deliverBatch([newMessage(makeEvent({ cardId }))], { bindings })
}

test('a view that arrives after the card was paused is excluded, however soon', async () => {
  const { id } = await makeCard()
  await deliverView(id)
  await pause(id)
  await deliverView(id)
  expect((await recorded(id)).counts).toMatchObject({ vxunpublished: 1 })
  expect(await dayTotals(id)).toMatchObject({ views: 1 })
})

test('a view is excluded if a consumer that read the card before it was paused is still waiting', async () => {
  const { id } = await makeCard()
  const answer = Promise.withResolvers<void>()
  const { database, asked } = slowReads(answer.promise)
  const early = deliverView(id, { ...env, DB: database })
  await asked
  await pause(id)
  answer.resolve()
  await early
  await deliverView(id)
  expect((await recorded(id)).counts).toMatchObject({ vxunpublished: 1 })
  expect(await dayTotals(id)).toMatchObject({ views: 1 })
})

/** The database with answers that arrive after `until`; `asked` resolves when the first was read. */
function slowReads(until: Promise<void>) {
  const asked = Promise.withResolvers<void>()
  const all = async (statement: D1PreparedStatement) => {
    const found = await statement.all()
    asked.resolve()
    await until
    return found
  }
  const prepare = (sql: string) => ({
    bind: (...values: unknown[]) => ({ all: () => all(env.DB.prepare(sql).bind(...values)) }),
  })
  const database = new Proxy(env.DB, {
    get: (target, key) => (key === 'prepare' ? prepare : Reflect.get(target, key)),
  })
  return { database, asked: asked.promise }
}
