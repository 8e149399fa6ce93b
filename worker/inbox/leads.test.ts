import { env } from 'cloudflare:workers'
import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { boards } from '../../schema/boards/tables.ts'
import { LeadForm, LeadResults, maxLeads } from '../../schema/inbox/lead.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { db, makeCard, request, signIn, statusAndText } from '../testing/app.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'
import { makeBoard, makeSharePoint } from '../testing/share-points.ts'

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

const countOf = (cardId: number) =>
  db.$count(
    formSubmissions,
    and(eq(formSubmissions.cardId, cardId), isNotNull(formSubmissions.capturedAt)),
  )

test('POST /api/leads/batch stores contact details without invisible characters around them', async () => {
  const { card, ownRequest } = await makeInbox()
  const typed = { email: 'ada@king.example\u200b', mobile: '\u202a+44 7700 900123\u202c' }
  const others = { name: '\u200eAda\u200f', phone: '\u200b', code: 'A\u001d7' }
  const answers = { ...typed, ...others, website: 'king.example\u200b' }
  const [result] = await sendLeads(ownRequest, card.id, [makeLead({ answers })])
  expect(result?.status).toBe('stored')
  const rows = await db.select().from(formSubmissions).where(eq(formSubmissions.cardId, card.id))
  const clean = {
    ...{ name: 'Ada', email: 'ada@king.example', mobile: '+44 7700 900123' },
    ...{ website: 'king.example', code: 'A7' },
  }
  expect(rows.map(({ formData }) => formData)).toContainEqual(clean)
})

test('POST /api/leads/batch requires the owner of the card or level 5', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const body = { cardId: card.id, leads: [makeLead()] }
  const refused = "You don't have permission to capture leads for this card"
  expect((await request('POST', path, body)).status).toBe(401)
  for (const { request: theirs } of [await signIn(1), await signIn(4)]) {
    expect(await statusAndText(theirs('POST', path, body))).toEqual([403, refused])
    expect(await statusAndText(theirs('GET', `/api/business-cards/${card.id}/lead-form`))).toEqual([
      403,
      refused,
    ])
  }
  expect(await countOf(card.id)).toBe(0)
  const level5 = await signIn(5)
  for (const send of [ownRequest, level5.request])
    expect((await send('POST', path, { ...body, leads: [makeLead()] })).status).toBe(200)
  expect(await countOf(card.id)).toBe(2)
  const captured = { ...body, userId: user.id, leads: [makeLead()] }
  const another = [401, 'Sign in as the user who captured these leads.']
  expect(await statusAndText(level5.request('POST', path, captured))).toEqual(another)
  expect(await countOf(card.id)).toBe(2)
  expect((await ownRequest('POST', path, captured)).status).toBe(200)
  const gone = { ...body, cardId: 999_999 }
  expect(await statusAndText(ownRequest('POST', path, gone))).toEqual([404, 'Card not found'])
})

test('a lead is an entry of the inbox with all that was written down', async () => {
  const { user, card, ownRequest, list } = await makeInbox()
  const point = await makeSharePoint({ cardId: card.id, label: 'Booth 12' })
  const event = await makeBoard(user.id, [point.id])
  const capturedAt = new Date(Date.now() - 3_600_000).toISOString()
  const lead = makeLead({
    ...{ capturedAt, rating: 'hot', note: 'Wants a demo', source: point.code, eventId: event.id },
    answers: { name: ' Grace ', title: 'Admiral', code: '00815', website: '', mobile: null },
    questions: [
      { question: 'Which day?', answer: 'Monday' },
      { question: 'Budget', answer: '5' },
      { question: 'name', answer: 'not a name' },
    ],
    consent: 'We may write to you.',
  })
  expect(await sendLeads(ownRequest, card.id, [lead])).toEqual([
    { clientId: lead.clientId, status: 'stored', message: null },
  ])
  const { entries } = await list('?origin=hot')
  expect(entries).toMatchObject([
    {
      formData: {
        name: 'Grace',
        title: 'Admiral',
        code: '00815',
        question1: 'Monday',
        Budget: '5',
        'name?': 'not a name',
      },
      ...{
        rating: 'hot',
        note: 'Wants a demo',
        status: 'new',
        capturedAt,
        event: 'Hannover Messe',
      },
      ...{ source: point.code, sharePoint: 'Booth 12', capturedBy: user.fullName ?? user.username },
    },
  ])
  const row = await db
    .select()
    .from(formSubmissions)
    .where(eq(formSubmissions.cardId, card.id))
    .get()
  expect(row).toMatchObject({ capturedBy: user.id, submitterIp: 'Unknown', receiptHash: null })
  expect(row?.consentHash).toMatch(/^[0-9a-f]{64}$/)
  const contact = await (await ownRequest('GET', `/api/submissions/${row?.id}/contact`)).text()
  expect(contact).toContain('TITLE:Admiral')
  expect(contact).toContain('Badge: 00815')
  const csv = await (
    await ownRequest('GET', `/api/business-cards/${card.id}/submissions.csv`)
  ).text()
  const [header, line] = csv.split('\r\n')
  expect(header).toContain('"Which day?","Title","Badge","Budget","name?","Note"')
  expect(line).toContain('"hot","Hannover Messe"')
})

test('one bad lead is refused with a sentence and stops no other', async () => {
  const { card, ownRequest } = await makeInbox()
  const good = [makeLead(), makeLead({ answers: { phone: '+49 30 1' } })]
  const bad = [
    makeLead({ answers: { name: 'Grace', email: 'grace@example' } }),
    makeLead({ answers: {} }),
    makeLead({ capturedAt: 'yesterday' }),
    makeLead({ rating: 'lukewarm' }),
    makeLead({ questions: [{ question: '__proto__', answer: 'x' }] }),
    makeLead({ clientId: 'no-uuid' }),
    null,
    7,
  ]
  const results = await sendLeads(ownRequest, card.id, [good[0], ...bad, good[1]])
  expect(results.map(({ status }) => status)).toEqual([
    'stored',
    ...bad.map(() => 'refused'),
    'stored',
  ])
  expect(results.map(({ message }) => message).slice(1, 3)).toEqual([
    'Please enter a valid email',
    'Enter at least a name, an email or a phone number',
  ])
  expect(results.slice(6, 9).map(({ clientId }) => clientId)).toEqual([null, null, null])
  expect(await countOf(card.id)).toBe(2)
})

test('a lead is stored once, however often and at however many places at once it is sent', async () => {
  const { card, ownRequest } = await makeInbox()
  const leads = Array.from({ length: maxLeads }, () => makeLead())
  const calls = Array.from({ length: 5 }, () => sendLeads(ownRequest, card.id, leads))
  for (const results of await Promise.all(calls))
    expect(results.every(({ status }) => status === 'stored')).toBe(true)
  const twice = [leads[0], leads[0], { ...makeLead(), clientId: leads[1]?.clientId.toUpperCase() }]
  await sendLeads(ownRequest, card.id, twice)
  expect(await countOf(card.id)).toBe(maxLeads)
  const target = `card ${card.id}`
  const logged = await db.select().from(auditLog).where(eq(auditLog.target, target)).all()
  const added = logged.map(({ details }) => Number(details.added))
  expect(added.reduce((sum, one) => sum + one, 0)).toBe(maxLeads)
  expect(JSON.stringify(logged)).not.toContain('Grace')
  // The same id on another card is another lead.
  const other = await makeCard({ userId: card.userId })
  await sendLeads(ownRequest, other.id, [leads[0]])
  expect(await countOf(other.id)).toBe(1)
})

test('events and share points of others, and impossible times, are left out', async () => {
  const { card, ownRequest, list } = await makeInbox()
  const stranger = await makeInbox()
  const foreignPoint = await makeSharePoint({ cardId: stranger.card.id })
  const foreignEvent = await makeBoard(stranger.user.id, [foreignPoint.id])
  const before = new Date().toISOString()
  await sendLeads(ownRequest, card.id, [
    makeLead({
      eventId: foreignEvent.id,
      source: foreignPoint.code,
      capturedAt: new Date(Date.now() + 365 * 86_400_000).toISOString(),
    }),
    makeLead({ eventId: 999_999, source: 'x', capturedAt: '2001-01-01T00:00:00Z' }),
  ])
  const { entries } = await list('?origin=captured')
  expect(entries).toHaveLength(2)
  for (const { source, sharePoint, event, capturedAt } of entries) {
    expect({ source, sharePoint, event }).toEqual({
      source: 'capture',
      sharePoint: null,
      event: null,
    })
    expect(capturedAt && capturedAt >= before).toBe(true)
  }
})

test('GET …/lead-form has questions, consent and the events that a lead may be at', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const colleague = await makeInbox(4)
  const point = await makeSharePoint({ cardId: card.id })
  const mine = await makeSharePoint({ cardId: card.id })
  const theirs = await makeSharePoint({ cardId: colleague.card.id })
  const own = await makeBoard(user.id, [mine.id])
  const team = await makeBoard(colleague.user.id, [point.id])
  await makeBoard(colleague.user.id, [theirs.id])
  const over = await makeBoard(user.id, [mine.id])
  await db.update(boards).set({ endsAt: 1 }).where(eq(boards.id, over.id))
  const questions = ['Which product?', 'When?']
  await colleague.ownRequest('PATCH', `/api/events/${team.id}`, { questions })
  const response = await ownRequest('GET', `/api/business-cards/${card.id}/lead-form`)
  const form = LeadForm.parse(await response.json())
  expect(form).toMatchObject({ cardId: card.id, questions: ['Which day?'] })
  expect(form.consent).not.toBe('')
  expect(form.events.map(({ id, questions }) => [id, questions])).toEqual([
    [own.id, []],
    [team.id, questions],
  ])
  const many = Array.from({ length: 6 }, (_, n) => `Question ${n}`)
  for (const wrong of [many, ['toString'], [' ']])
    expect((await ownRequest('PATCH', `/api/events/${own.id}`, { questions: wrong })).status).toBe(
      400,
    )
})

test('captured leads are in the inbox, but not in the figures of visitors', async () => {
  const { card, ownRequest, list } = await makeInbox()
  await makeEntry(card.id)
  const report = async () => {
    const response = await ownRequest('GET', `/api/analytics/${card.id}`)
    return response.text()
  }
  const before = await report()
  await sendLeads(ownRequest, card.id, [makeLead(), makeLead()])
  expect(await report()).toBe(before)
  expect([(await list()).total, (await list('?origin=visitors')).total]).toEqual([3, 1])
})

test('calls are limited, and nothing of a refused call is stored', async () => {
  const { card, ownRequest } = await makeInbox()
  const max = Number(env.LEAD_CALLS_PER_10_MINUTES)
  for (let call = 0; call < max; call += 1) await sendLeads(ownRequest, card.id, [null])
  const response = await ownRequest('POST', path, { cardId: card.id, leads: [makeLead()] })
  expect([response.status, Number(response.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(await countOf(card.id)).toBe(0)
})
