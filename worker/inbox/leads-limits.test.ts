import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { answerMaxLength } from '../../schema/inbox/form.ts'
import { inboxFullMessage, maxAddedADay } from '../../schema/inbox/inbox.ts'
import { LeadResults, maxLeads } from '../../schema/inbox/lead.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { mayStillWrite } from '../accounts/auth-version.ts'
import { callerOf, db, signIn } from '../testing/app.ts'
import { advanceClock } from '../testing/clock.ts'
import { fillInbox, makeInbox } from '../testing/inbox.ts'
import { limitAdded } from './added-contacts.ts'
import { storeLeads } from './lead-endpoints.ts'

const path = '/api/leads/batch'

function makeLead(fields: object = {}) {
  return {
    clientId: crypto.randomUUID(),
    capturedAt: new Date().toISOString(),
    answers: { name: 'Grace Hopper', email: 'grace@example.com' },
    ...fields,
  }
}

type Send = (method: 'POST', path: string, body: object) => Promise<Response>

async function sendLeads(send: Send, cardId: number, leads: unknown[]) {
  const response = await send('POST', path, { cardId, leads })
  expect(response.status).toBe(200)
  return LeadResults.parse(await response.json()).results
}

const countOf = (cardId: number) => db.$count(formSubmissions, eq(formSubmissions.cardId, cardId))

test('a batch of 100 leads with all that a lead may have is stored', async () => {
  const { card, ownRequest } = await makeInbox()
  const text = 'x'.repeat(answerMaxLength)
  const keys = ['name', 'title', 'company', 'phone', 'mobile', 'website', 'address', 'code']
  const full = () =>
    makeLead({
      answers: {
        ...Object.fromEntries(keys.map((key) => [key, text])),
        email: `grace@${'x'.repeat(200)}.com`,
      },
      questions: [1, 2, 3, 4, 5].map((at) => ({
        question: `${at}`.padEnd(120, 'q'),
        answer: text,
      })),
      ...{ rating: 'hot', note: text, consent: 'x'.repeat(500), source: 'ABC234', eventId: 1 },
    })
  const results = await sendLeads(ownRequest, card.id, Array.from({ length: maxLeads }, full))
  expect(results.map(({ status, message }) => [status, message])).toEqual(
    Array(maxLeads).fill(['stored', null]),
  )
  expect(await countOf(card.id)).toBe(maxLeads)
})

test('a user adds 25,000 leads a day at most, each counted once', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const texts = Array.from({ length: maxAddedADay.contacts - 2 }, () => '{}')
  expect(await limitAdded(env, { userId: user.id, by: 'leads', texts })).toBe(0)
  const two = [makeLead(), makeLead()]
  for (let call = 0; call < 3; call += 1) await sendLeads(ownRequest, card.id, two)
  const response = await ownRequest('POST', path, { cardId: card.id, leads: [makeLead()] })
  expect([response.status, Number(response.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(await response.text()).toContain('as many leads as one user can in a day')
  expect(await countOf(card.id)).toBe(2)
  // What was stored before is still acknowledged.
  await sendLeads(ownRequest, card.id, two)
})

test('a lead for a full inbox is refused with a sentence', async () => {
  const { card, ownRequest } = await makeInbox()
  await fillInbox(card.id)
  const before = await countOf(card.id)
  expect(await sendLeads(ownRequest, card.id, [makeLead()])).toMatchObject([
    { status: 'refused', message: inboxFullMessage },
  ])
  expect(await countOf(card.id)).toBe(before)
})

test('what was deleted counts as long as it can be restored', async () => {
  const { card, ownRequest } = await makeInbox()
  await fillInbox(card.id)
  const isFirst = sql`client_id = 'full-1' and card_id = ${card.id}`
  const entry = await db.select().from(formSubmissions).where(isFirst).get()
  await ownRequest('DELETE', `/api/submissions/${entry?.id}`)
  const send = () => sendLeads(ownRequest, card.id, [makeLead()])
  expect(await send()).toMatchObject([{ status: 'refused', message: inboxFullMessage }])
  advanceClock(16 * 60)
  expect(await send()).toMatchObject([{ status: 'stored' }])
})

test('leads for a card that was handed over in the meantime are not stored', async () => {
  const { user, card } = await makeInbox()
  const stranger = await signIn(1)
  await db
    .update(businessCards)
    .set({ userId: stranger.user.id })
    .where(eq(businessCards.id, card.id))
  const caller = await callerOf(user)
  const may = mayStillWrite(caller, card)
  const stored = await storeLeads(env, { userId: user.id, card, may }, [makeLead()])
  expect(stored).toMatchObject({ added: 0, results: [{ status: 'refused' }] })
  expect(await countOf(card.id)).toBe(0)
})
