import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { db, makeCard, makeUser, signIn } from '../testing/app.ts'
import { freezeClockOfFile } from '../testing/clock.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { measureReads } from '../testing/metered-database.ts'
import { runJob } from '../testing/run-job.ts'

const at = (time: string) => Date.parse(`2026-12-${time}:00Z`)
freezeClockOfFile(at('01T12:00'))

async function makeDueInbox(fields: Partial<typeof users.$inferInsert> = { timeZone: null }) {
  const inbox = await makeInbox()
  await db.update(users).set(fields).where(eq(users.id, inbox.user.id))
  const entry = await makeEntry(inbox.card.id, {
    formData: { name: 'Grace "G" Hopper' },
    followUpOn: '2026-12-02',
  })
  return { ...inbox, entry, outbox: openOutbox([], inbox.user.email) }
}

test('a due follow-up is mailed once, in the morning of the day, also if the job is repeated', async () => {
  const { outbox } = await makeDueInbox()
  for (const time of ['01T23:00', '02T06:59']) await runJob(env, 'mailFollowUps', at(time))
  expect(outbox.mails).toEqual([])
  await Promise.all([1, 2, 3].map(() => runJob(env, 'mailFollowUps', at('02T07:00'))))
  for (const time of ['02T08:00', '03T07:00', '09T07:00'])
    await runJob(env, 'mailFollowUps', at(time))
  expect(outbox.mails).toHaveLength(1)
  const [mail] = outbox.mails
  expect(mail?.subject).toBe('A contact to follow up with')
  expect(mail?.text).toContain(`- "Grace 'G' Hopper" (Dec 2, 2026, `)
})

test("the morning is that of the user's time zone, and the mail in their language", async () => {
  const { outbox } = await makeDueInbox({ timeZone: 'Pacific/Auckland', language: 'de' })
  await runJob(env, 'mailFollowUps', at('01T17:00'))
  expect(outbox.mails).toEqual([])
  await runJob(env, 'mailFollowUps', at('01T18:00'))
  expect(outbox.mails.map(({ subject }) => subject)).toEqual(['Bei einem Kontakt nachfassen'])
})

test.each([
  { followUpMail: false },
  { emailVerifiedAt: null },
  { deletedAt: '2026-01-01T00:00:00Z' },
])('a user with %j gets no digest', async (fields) => {
  const { outbox } = await makeDueInbox(fields)
  await runJob(env, 'mailFollowUps', at('02T09:00'))
  expect(outbox.mails).toEqual([])
})

test('what is done, deleted or later is not mailed; what becomes due later is, with what is overdue', async () => {
  const { card, user, outbox, entry } = await makeDueInbox()
  const named = (name: string) => ({ formData: { name } })
  await makeEntry(card.id, { ...named('Done'), followUpOn: '2026-12-02', status: 'done' })
  await makeEntry(card.id, { ...named('Later'), followUpOn: '2026-12-04' })
  const deleted = await makeCard({ userId: user.id, deletedAt: 'now' })
  await makeEntry(deleted.id, { ...named('Deleted'), followUpOn: '2026-12-02' })
  await runJob(env, 'mailFollowUps', at('02T07:00'))
  await runJob(env, 'mailFollowUps', at('03T07:00'))
  await runJob(env, 'mailFollowUps', at('04T07:00'))
  expect(outbox.mails.map(({ subject }) => subject)).toEqual([
    'A contact to follow up with',
    '2 contacts to follow up with',
  ])
  expect(outbox.mails[0]?.text).not.toMatch(/Done|Later|Deleted/)
  expect(outbox.mails[1]?.text).toContain('Later')
  expect(outbox.mails[1]?.text).toContain(entry.formData.name?.replaceAll('"', "'"))
})

test('a colleague gets what is assigned to them, and its owner does not', async () => {
  const { ownRequest, entry, user } = await makeDueInbox()
  const colleague = await makeUser({})
  const { mails } = openOutbox()
  const sent = { assignee: colleague.username, followUpOn: '2026-12-20', timeZone: 'Asia/Tokyo' }
  expect((await ownRequest('PATCH', `/api/submissions/${entry.id}`, sent)).status).toBe(200)
  for (const time of ['21T10:00', '22T10:00']) await runJob(env, 'mailFollowUps', at(time))
  const sentTo = (email: string) => mails.filter(({ to }) => to === email)
  expect(sentTo(user.email)).toEqual([])
  expect(sentTo(colleague.email)).toHaveLength(1)
  expect(sentTo(colleague.email)[0]?.text).toContain("Grace 'G' Hopper")
})

test('a digest reads the answers of those that it names, not of all', async () => {
  const { card, outbox } = await makeDueInbox()
  const message = 'x'.repeat(100_000)
  for (let count = 0; count < 60; count += 1)
    await makeEntry(card.id, { formData: { name: 'Ada', message }, followUpOn: '2026-12-02' })
  const { characters } = await measureReads((metered) =>
    runJob({ ...env, DB: metered.$client }, 'mailFollowUps', at('02T09:00')),
  )
  expect(outbox.mails.map(({ text }) => text.includes('+ 41'))).toEqual([true])
  expect(characters).toBeLessThan(3_000_000)
})

test('PUT /api/account/mail changes only what is sent', async () => {
  const { request } = await signIn(1)
  const put = async (body: object) => (await request('PUT', '/api/account/mail', body)).json()
  expect(await put({ followUps: false })).toEqual({
    entries: true,
    followUps: false,
    weekly: false,
  })
  expect(await put({ entries: false })).toEqual({ entries: false, followUps: false, weekly: false })
  expect((await request('PUT', '/api/account/mail', {})).status).toBe(400)
})
