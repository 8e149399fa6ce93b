import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { BulkResult, InboxPage, Submission } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { db, makeCard, signIn, statusAndText } from '../testing/app.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'
import { merge } from '../testing/merges.ts'

type Request = Awaited<ReturnType<typeof signIn>>['request']

async function change(by: Request, id: number, body: object) {
  return Submission.parse(await (await by('PATCH', `/api/submissions/${id}`, body)).json())
}

async function bulk(by: Request, ids: number[], body: object) {
  const response = await by('POST', '/api/submissions/bulk', { ids, change: body })
  return BulkResult.parse(await response.json()).changed
}

async function listAll(by: Request, query = '') {
  return InboxPage.parse(await (await by('GET', `/api/submissions${query}`)).json())
}

const idsOf = ({ entries }: InboxPage) => entries.map(({ id }) => id)

test('PATCH /api/submissions/:id sets follow-up and tags, and the list filters by them', async () => {
  const { card, ownRequest, list } = await makeInbox()
  const [first, second, third] = [
    await makeEntry(card.id),
    await makeEntry(card.id),
    await makeEntry(card.id, { status: 'done' }),
  ]
  const tagged = await change(ownRequest, first.id, {
    followUpOn: '2026-12-01',
    tags: ['Partner', ' partner', 'Hannover'],
  })
  expect(tagged).toMatchObject({ followUpOn: '2026-12-01', tags: ['partner', 'Hannover'] })
  await change(ownRequest, second.id, { followUpOn: '2026-12-09', tags: ['Hannover'] })
  await change(ownRequest, third.id, { followUpOn: '2026-11-01' })
  const page = await list('?tag=hannover')
  expect(idsOf(page)).toEqual([second.id, first.id])
  expect(page).toMatchObject({ total: 2, tags: ['Hannover', 'partner'] })
  expect(idsOf(await list('?due=2026-12-01'))).toEqual([first.id])
  expect(idsOf(await list('?search=partn'))).toEqual([first.id])
  const cleared = await change(ownRequest, first.id, { followUpOn: null, tags: [] })
  expect(cleared).toMatchObject({ followUpOn: null, tags: [], status: 'new' })
})

test.each([
  { followUpOn: '2026-02-30' },
  { tags: [''] },
  { tags: ['x'.repeat(41)] },
  { tags: Array.from({ length: 21 }, (_, at) => `${at}`) },
  { fields: { Budget: 1 } },
  { assignee: '' },
  { assigneeId: 1 },
])('PATCH /api/submissions/:id refuses %j', async (body) => {
  const { card, ownRequest } = await makeInbox()
  const { id } = await makeEntry(card.id)
  expect((await ownRequest('PATCH', `/api/submissions/${id}`, body)).status).toBe(400)
})

const ownFields = [
  { name: 'Budget', kind: 'number' },
  { name: 'Interest', kind: 'choice', choices: ['Product', 'Service'] },
  { name: 'Call "back"', kind: 'date' },
]

test("an owner's fields hold values of their kind, are renamed with them, and outlive their removal", async () => {
  const { card, ownRequest, path } = await makeInbox()
  const { id } = await makeEntry(card.id)
  const save = (fields: object[]) => ownRequest('PUT', '/api/account/contact-fields', { fields })
  expect((await save(ownFields)).status).toBe(200)
  const values = { Budget: 12.5, Interest: 'Service', 'Call "back"': '2026-12-01' }
  expect((await change(ownRequest, id, { fields: values })).fields).toEqual(values)
  for (const wrong of [
    { Budget: '12' },
    { Interest: 'Neither' },
    { 'Call "back"': 'soon' },
    { Other: 'x' },
  ])
    expect((await ownRequest('PATCH', `/api/submissions/${id}`, { fields: wrong })).status).toBe(
      400,
    )
  // Two names are exchanged at once, and the third field is left out.
  await save([
    { name: 'Interest', kind: 'number', formerName: 'Budget' },
    { name: 'Budget', kind: 'choice', choices: ['Service'], formerName: 'Interest' },
  ])
  const renamed = { Interest: 12.5, Budget: 'Service', 'Call "back"': '2026-12-01' }
  const { fields } = await change(ownRequest, id, { fields: { Interest: 13 } })
  expect(fields).toEqual({ ...renamed, Interest: 13 })
  const csv = await (await ownRequest('GET', `${path}.csv`)).text()
  expect(csv).toContain('"Budget","Call ""back""","Interest"')
  expect(await (await ownRequest('GET', '/api/account/export')).json()).toMatchObject({
    contactFields: [{ name: 'Interest' }, { name: 'Budget' }],
    submissions: [{ fields: { Budget: 'Service' } }],
  })
})

test.each([
  [Array.from({ length: 11 }, (_, at) => ({ name: `${at}`, kind: 'text' }))],
  [[{ name: 'A', kind: 'choice' }]],
  [[{ name: 'toString', kind: 'text' }]],
  [
    [
      { name: 'A', kind: 'text' },
      { name: 'A', kind: 'date' },
    ],
  ],
  [[{ name: 'x'.repeat(41), kind: 'text' }]],
])('PUT /api/account/contact-fields refuses %j', async (fields) => {
  const { ownRequest } = await makeInbox()
  expect((await ownRequest('PUT', '/api/account/contact-fields', { fields })).status).toBe(400)
})

test('a colleague reads and changes what is assigned to them, and gives it back', async () => {
  const { card, ownRequest } = await makeInbox()
  const { id } = await makeEntry(card.id)
  await makeEntry(card.id)
  const { user, request } = await signIn(1)
  const path = `/api/submissions/${id}`
  expect((await request('GET', path)).status).toBe(404)
  const assigned = await change(ownRequest, id, { assignee: user.username.toUpperCase() })
  expect(assigned).toMatchObject({ assigneeId: user.id, assignee: user.fullName ?? user.username })
  const page = await listAll(request, '?of=assigned')
  expect(idsOf(page)).toEqual([id])
  expect(page).toMatchObject({ assignedToMe: 1, counts: { new: 1 } })
  expect((await listAll(request)).entries).toEqual([])
  expect((await listAll(ownRequest, '?assigned=others')).total).toBe(1)
  expect((await listAll(ownRequest, '?assigned=nobody')).total).toBe(1)
  expect((await change(request, id, { note: 'Called' })).note).toBe('Called')
  expect((await request('GET', `${path}/contact`)).status).toBe(200)
  // They neither delete it nor assign it to others.
  expect((await request('DELETE', path)).status).toBe(404)
  expect(await bulk(request, [id], { delete: true })).toBe(0)
  expect(await bulk(request, [id], { assignee: user.username })).toBe(0)
  expect((await request('PATCH', path, { assignee: user.username })).status).toBe(403)
  expect((await change(request, id, { assignee: null })).assigneeId).toBeNull()
  expect((await request('GET', path)).status).toBe(404)
})

test('reading marks a new entry as seen for its owner and its assignee, not for an admin', async () => {
  const { card, ownRequest, list } = await makeInbox()
  const admin = await signIn(5)
  const colleague = await signIn(1)
  const [first, second, done] = [
    await makeEntry(card.id),
    await makeEntry(card.id),
    await makeEntry(card.id, { status: 'done' }),
  ]
  const read = { read: true }
  expect(await change(admin.request, first.id, read)).toMatchObject({ status: 'new' })
  const actions = () =>
    db
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `entry ${first.id}`))
  expect(await actions()).toEqual([])
  expect(await change(ownRequest, first.id, read)).toMatchObject({ status: 'seen' })
  expect(await actions()).toMatchObject([{ details: { status: { from: 'new', to: 'seen' } } }])
  await change(ownRequest, second.id, { assignee: colleague.user.username })
  expect(await change(admin.request, second.id, read)).toMatchObject({ status: 'new' })
  expect(await change(colleague.request, second.id, read)).toMatchObject({ status: 'seen' })
  expect(await change(ownRequest, done.id, read)).toMatchObject({ status: 'done' })
  expect((await list()).counts).toEqual({ new: 0, seen: 2, done: 1 })
  expect(await change(admin.request, done.id, { status: 'new' })).toMatchObject({ status: 'new' })
})

test('only active users can be assigned, and level 5 only by level 5', async () => {
  const { card, ownRequest } = await makeInbox(4)
  const { id } = await makeEntry(card.id)
  const level5 = await signIn(5)
  const former = await signIn(1)
  await db.update(users).set({ deletedAt: 'now' }).where(eq(users.id, former.user.id))
  const missing = [404, 'There is no active user with this username.']
  const path = `/api/submissions/${id}`
  for (const username of ['nobody-here', level5.user.username, former.user.username]) {
    const sent = { assignee: username }
    expect(await statusAndText(ownRequest('PATCH', path, sent))).toEqual(missing)
    const all = { ids: [id], change: sent }
    expect(await statusAndText(ownRequest('POST', '/api/submissions/bulk', all))).toEqual(missing)
  }
  const byLevel5 = await change(level5.request, id, { assignee: level5.user.username })
  expect(byLevel5.assigneeId).toBe(level5.user.id)
})

test('GET /api/submissions lists the entries of all own cards', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const other = await makeCard({ userId: user.id, name: 'Second' })
  const deleted = await makeCard({ userId: user.id, deletedAt: 'now' })
  const [first, second] = [await makeEntry(card.id), await makeEntry(other.id)]
  await makeEntry(deleted.id)
  await makeEntry((await makeCard()).id)
  const page = await listAll(ownRequest)
  expect(idsOf(page)).toEqual([second.id, first.id])
  expect(page.entries[0]).toMatchObject({ cardName: 'Second', labels: {} })
  expect(page.entries[1]?.labels).toEqual({ name: 'Your name', question1: 'Which day?' })
})

test('POST /api/submissions/bulk changes only own entries, and logs each', async () => {
  const { card, ownRequest } = await makeInbox()
  const mine = [(await makeEntry(card.id, { tags: ['a'] })).id, (await makeEntry(card.id)).id]
  const foreign = await makeEntry((await makeCard()).id)
  const ids = [...mine, foreign.id, 999_999]
  const all = { status: 'seen', followUpOn: '2026-12-24', addTag: 'A' }
  expect(await bulk(ownRequest, ids, all)).toBe(2)
  expect(await bulk(ownRequest, ids, { addTag: 'B', removeTag: 'a' })).toBe(2)
  const rows = await db.select().from(formSubmissions).where(eq(formSubmissions.cardId, card.id))
  expect(rows.map(({ tags }) => tags)).toEqual([['B'], ['B']])
  expect(rows).toMatchObject([{ followUpOn: '2026-12-24' }, { status: 'seen' }])
  const untouched = eq(formSubmissions.id, foreign.id)
  expect(await db.select().from(formSubmissions).where(untouched)).toMatchObject([
    { status: 'new', tags: [] },
  ])
  const logged = and(
    eq(auditLog.action, 'submissions-changed'),
    eq(auditLog.target, `entry ${mine[0]}`),
  )
  expect(await db.$count(auditLog, logged)).toBe(2)
  expect(await bulk(ownRequest, ids, { delete: true })).toBe(2)
  expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, card.id))).toBe(0)
})

test('a tag in another case is the same tag, also beyond ASCII', async () => {
  const { card, ownRequest } = await makeInbox()
  const ids = [(await makeEntry(card.id, { tags: ['Öl'] })).id]
  const tags = async () =>
    (await db.select().from(formSubmissions).where(eq(formSubmissions.cardId, card.id))).map(
      (row) => row.tags,
    )
  await bulk(ownRequest, ids, { addTag: 'öl' })
  expect(await tags()).toEqual([['Öl']])
  await bulk(ownRequest, ids, { removeTag: 'ÖL' })
  expect(await tags()).toEqual([[]])
})

test('what owners assigned to themselves is not theirs once the card is, nor after a split', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const [receiver, level5, colleague] = [await signIn(1), await signIn(5), await signIn(1)]
  const [one, two, three] = [
    await makeEntry(card.id),
    await makeEntry(card.id),
    await makeEntry(card.id),
  ]
  for (const { id } of [one, two]) await change(ownRequest, id, { assignee: user.username })
  await change(ownRequest, three.id, { assignee: colleague.user.username })
  const { id, mergeId } = await merge(ownRequest, [one.id, two.id])
  const path = `/api/users/${user.id}/handover`
  expect((await level5.request('POST', path, { to: receiver.user.id })).status).toBe(200)
  expect(
    (await receiver.request('POST', `/api/submissions/${id}/split`, { merge: mergeId })).status,
  ).toBe(200)
  expect(idsOf(await listAll(ownRequest, '?of=assigned'))).toEqual([])
  for (const entry of [one, two, three])
    expect((await ownRequest('GET', `/api/submissions/${entry.id}`)).status).toBe(404)
  expect(idsOf(await listAll(colleague.request, '?of=assigned'))).toEqual([three.id])
})
