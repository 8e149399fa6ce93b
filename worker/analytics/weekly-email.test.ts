import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { db, makeCard, origin, request, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { makeEntry } from '../testing/inbox.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { runJob } from '../testing/run-job.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { recordEvents } from '../tracking/record.ts'
import { stopWeeklyToken } from './weekly-email.ts'

const bindings = { ...env, PUBLIC_ORIGIN: origin }
// The 7th and the 14th are Mondays.
const at = (time: string) => Date.parse(`2026-12-${time}:00Z`)
const run = (time: string) => runJob(bindings, 'mailWeekly', at(time))

async function makeOwner(fields: Partial<typeof users.$inferInsert> = {}) {
  const owner = await signIn(1)
  await db
    .update(users)
    .set({ weeklyMail: true, ...fields })
    .where(eq(users.id, owner.user.id))
  const card = await makeCard({ userId: owner.user.id, name: 'Ada {views}' })
  return { ...owner, card, outbox: openOutbox([], owner.user.email) }
}

/** Records views and saves of a card at these times. */
async function record(
  cardId: number,
  kinds: [kind: 'view' | 'save', time: string, source?: string][],
) {
  const events = kinds.map(([kind, time, source = 'link']) =>
    makeEvent({ cardId, kind, at: at(time), source }),
  )
  await recordEvents(env, events)
}

test('the figures of the week are mailed once, on Monday after 7, with those of the week before', async () => {
  const { card, user, outbox } = await makeOwner()
  const point = await makeSharePoint({ cardId: card.id, label: 'Booth 4' })
  await record(card.id, [
    ['view', '07T09:00', point.code],
    ['view', '08T09:00', point.code],
    ['view', '13T23:00', point.code],
    ['save', '09T10:00'],
    ['view', '02T10:00'],
    ['view', '14T01:00'],
  ])
  await makeEntry(card.id, { timestamp: '2026-12-10T10:00:00.000Z' })
  await makeEntry(card.id, { timestamp: '2026-12-14T05:00:00.000Z' })
  for (const time of ['13T09:00', '14T06:59', '15T09:00']) await run(time)
  expect(outbox.mails).toEqual([])
  await Promise.all([1, 2, 3].map(() => run('14T07:00')))
  for (const time of ['14T08:00', '14T23:00', '15T07:00']) await run(time)
  expect(outbox.mails).toHaveLength(1)
  const [{ subject, text, headers } = { subject: '', text: '', headers: {} }] = outbox.mails
  expect(subject).toBe('Your cards last week: 3 views')
  for (const line of [
    'Dec 7, 2026 to Dec 13, 2026, with the week before in parentheses:',
    'Ada views\nViews: 3 (1)\nUnique visitors: ',
    'Saves: 1 (0)\nSubmissions: 1 (0)',
    'New contacts in your inbox: 1',
    '- Booth 4: 3',
  ])
    expect(text).toContain(line)
  const stop = `${origin}/mail/stop/${stopWeeklyToken(env, user.id)}?l=en`
  expect(text).toContain(stop)
  expect(headers).toEqual({
    'List-Unsubscribe': `<${stop}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test("the morning and the week are those of the user's time zone, and the mail in their language", async () => {
  const { card, outbox } = await makeOwner({ timeZone: 'Pacific/Auckland', language: 'de' })
  // In Auckland the week begins on the 6th at 11:00 UTC.
  await record(card.id, [
    ['view', '06T10:00'],
    ['view', '06T12:00'],
    ['view', '13T10:00'],
  ])
  await run('13T17:00')
  expect(outbox.mails).toEqual([])
  await run('13T18:00')
  expect(outbox.mails.map(({ subject }) => subject)).toEqual([
    'Ihre Karten in der letzten Woche: 2 Aufrufe',
  ])
  expect(outbox.mails[0]?.text).toContain('Aufrufe: 2 (1)')
})

test.each([
  { weeklyMail: false },
  { emailVerifiedAt: null },
  { deletedAt: '2026-01-01T00:00:00Z' },
])('a user with %j gets none', async (fields) => {
  const { card, outbox } = await makeOwner(fields)
  await record(card.id, [['view', '08T09:00']])
  await run('14T09:00')
  expect(outbox.mails).toEqual([])
})

test('after two weeks without anything, nothing is mailed; after one, the week before is', async () => {
  const { card, outbox } = await makeOwner()
  await record(card.id, [['view', '02T09:00']])
  await run('14T09:00')
  await run('21T09:00')
  expect(outbox.mails.map(({ text }) => /Views: .*/.exec(text)?.[0])).toEqual(['Views: 0 (1)'])
})

test('one click stops it, a forged link does not, and Undo turns it on again', async () => {
  const { user, request: call } = await makeOwner()
  const choice = async () =>
    (await call('GET', '/api/account/mail')).json<{ weekly: boolean }>().then((all) => all.weekly)
  const path = `/mail/stop/${stopWeeklyToken(env, user.id)}`
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const post = async (to: string) =>
    (await request('POST', to, 'List-Unsubscribe=One-Click', headers)).status
  const forged = path.replace(`/${user.id}.`, `/${user.id + 1}.`)
  expect([await post(forged), await choice()]).toEqual([404, true])
  expect([await post(path), await choice()]).toEqual([200, false])
  expect(await (await request('GET', path)).text()).toContain('no longer get these emails')
  expect([await post(`${path}/undo`), await choice()]).toEqual([200, true])
  expect(await (await request('GET', path)).text()).toContain(
    `we email the figures of your cards to ${user.email}.`,
  )
})

test('PUT /api/account/mail turns it on, with the time zone of its mornings', async () => {
  const { request: call, user } = await signIn(1)
  const body = { weekly: true, timeZone: 'Asia/Tokyo' }
  const saved = await call('PUT', '/api/account/mail', body)
  expect(await saved.json()).toEqual({ entries: true, followUps: true, weekly: true })
  const row = await db.select().from(users).where(eq(users.id, user.id)).get()
  expect(row).toMatchObject({ weeklyMail: true, timeZone: 'Asia/Tokyo' })
  expect((await call('PUT', '/api/account/mail', { timeZone: 'Nowhere' })).status).toBe(400)
})
