import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Submission } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { db, makeCard, makeUser, request, signIn, statusAndText } from '../testing/app.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'

const kinds = ['', '.csv', '.vcf']

test('GET …/submissions, as a list and as files, requires the owner or level 5', async () => {
  const { card, path } = await makeInbox()
  const refused = "You don't have permission to view the form submissions of this card"
  const stranger = await signIn(1)
  const admin = await signIn(4)
  const level5 = await signIn(5)
  for (const kind of kinds) {
    expect((await request('GET', path + kind)).status).toBe(401)
    for (const { request: theirs } of [stranger, admin])
      expect(await statusAndText(theirs('GET', path + kind))).toEqual([403, refused])
    expect((await level5.request('GET', path + kind)).status).toBe(200)
    const unknownPath = path.replace(`${card.id}`, '999999') + kind
    expect(await statusAndText(level5.request('GET', unknownPath))).toEqual([404, 'Card not found'])
  }
})

test('GET …/submissions is paged, newest first, with counts', async () => {
  const { card, list } = await makeInbox()
  const at = ['2026-01-03', '2026-01-01', '2026-01-02', '2026-01-02', '2026-01-02']
  const status = ['new', 'done', 'seen', 'new', 'new'] as const
  const ids: number[] = []
  for (const [n, day] of at.entries())
    ids.push(
      (await makeEntry(card.id, { timestamp: `${day}T10:00:00.000Z`, status: status[n] })).id,
    )
  await makeEntry((await makeCard()).id)
  const [first, oldest, second, third, fourth] = ids
  const page = await list('?limit=2')
  expect(page).toMatchObject({ total: 5, counts: { new: 3, seen: 1, done: 1 } })
  const rest = await list(`?limit=2&before=${page.next}`)
  const end = await list(`?limit=2&before=${rest.next}`)
  const pages = [page, rest, end].map(({ entries }) => entries.map(({ id }) => id))
  expect(pages).toEqual([[first, fourth], [third, second], [oldest]])
  expect(end.next).toBeNull()
  const fresh = await list('?status=new')
  expect(fresh.entries.map(({ id }) => id)).toEqual([first, fourth, third])
  expect(fresh).toMatchObject({ total: 3, next: null, counts: { new: 3, seen: 1, done: 1 } })
})

test('GET …/submissions searches answers and notes, also for more than 50 bytes', async () => {
  const { card, list } = await makeInbox()
  const long = 'We met under the great clock of the central station in the rain'
  await makeEntry(card.id, { formData: { name: 'Grace', message: `100%_ sure. ${long}` } })
  await makeEntry(card.id, { formData: { name: 'Alan' }, note: 'A friend of Grace' })
  await makeEntry(card.id, { formData: { name: 'Zoë "Q"', email: 'zoe@name.test' } })
  const names = async (search: string) =>
    (await list(`?search=${encodeURIComponent(search)}`)).entries.map(
      ({ formData }) => formData.name,
    )
  expect(await names('grace')).toEqual(['Alan', 'Grace'])
  expect(await names(long.toUpperCase())).toEqual(['Grace'])
  expect(await names('%_')).toEqual(['Grace'])
  expect(await names('zoë "q')).toEqual(['Zoë "Q"'])
  // The keys of the answers are not searched.
  expect(await names('message')).toEqual([])
  expect((await list('?search=grace')).total).toBe(2)
})

test.each(['limit=51', 'status=read', 'before=x', 'page=2', 'search=a&search=b'])(
  'GET …/submissions refuses ?%s',
  async (question) => {
    const { ownRequest, path } = await makeInbox()
    expect((await ownRequest('GET', `${path}?${question}`)).status).toBe(400)
  },
)

test('PATCH /api/submissions/:id changes an entry, and only the fields that are sent', async () => {
  const { card, ownRequest } = await makeInbox()
  const { id } = await makeEntry(card.id, { source: 'nfc', submitterLocation: 'DE|Berlin|Berlin' })
  const change = async (body: object) =>
    Submission.parse(await (await ownRequest('PATCH', `/api/submissions/${id}`, body)).json())
  expect(await change({ note: ' Call her\nsoon ' })).toMatchObject({
    note: 'Call her\nsoon',
    status: 'new',
    source: 'nfc',
    place: 'Berlin, Berlin, DE',
  })
  expect(await change({ status: 'seen' })).toMatchObject({ note: 'Call her\nsoon', status: 'seen' })
  expect(await change({ note: '' })).toMatchObject({ note: null, status: 'seen' })
  const read = await ownRequest('GET', `/api/submissions/${id}`)
  expect(Submission.parse(await read.json())).toMatchObject({ id, status: 'seen' })
})

test.each([{}, { status: 'read' }, { note: 5 }, { note: 'x'.repeat(2001) }, { formData: {} }])(
  'PATCH /api/submissions/:id refuses %j',
  async (body) => {
    const { card, ownRequest } = await makeInbox()
    const { id } = await makeEntry(card.id)
    expect((await ownRequest('PATCH', `/api/submissions/${id}`, body)).status).toBe(400)
  },
)

test('an entry is accessible only to the owner and level 5', async () => {
  const { card } = await makeInbox()
  const { id } = await makeEntry(card.id)
  const path = `/api/submissions/${id}`
  const calls = [
    ['GET', path],
    ['GET', `${path}/contact`],
    ['PATCH', path],
    ['DELETE', path],
  ] as const
  const stranger = await signIn(1)
  const admin = await signIn(4)
  for (const [method, to] of calls) {
    const body = method === 'PATCH' ? { status: 'done' } : undefined
    expect((await request(method, to, body)).status).toBe(401)
    for (const { request: theirs } of [stranger, admin])
      expect(await statusAndText(theirs(method, to, body))).toEqual([
        404,
        'Form submission not found',
      ])
  }
  expect(await db.$count(formSubmissions, eq(formSubmissions.id, id))).toBe(1)
  const level5 = await signIn(5)
  expect((await level5.request('PATCH', path, { status: 'done' })).status).toBe(200)
})

test('GET /api/business-cards returns the number of new entries of each card', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const other = await makeCard({ userId: user.id })
  for (const status of ['new', 'new', 'seen', 'done'] as const) await makeEntry(card.id, { status })
  expect(await (await ownRequest('GET', '/api/business-cards')).json()).toMatchObject([
    { id: card.id, newEntries: 2 },
    { id: other.id, newEntries: 0 },
  ])
})

test('DELETE /api/submissions/:id removes the entry', async () => {
  const { card, ownRequest, list } = await makeInbox()
  const { id } = await makeEntry(card.id)
  const other = await makeEntry(card.id)
  expect((await ownRequest('DELETE', `/api/submissions/${id}`)).status).toBe(204)
  expect(await statusAndText(ownRequest('DELETE', `/api/submissions/${id}`))).toEqual([
    404,
    'Form submission not found',
  ])
  expect((await list()).entries.map((entry) => entry.id)).toEqual([other.id])
})

test('the entries of a deleted card are not accessible', async () => {
  const owner = await makeUser()
  const card = await makeCard({ userId: owner.id, deletedAt: 'now' })
  const { id } = await makeEntry(card.id)
  const level5 = await signIn(5)
  expect((await level5.request('GET', `/api/submissions/${id}`)).status).toBe(404)
  expect((await level5.request('GET', `/api/business-cards/${card.id}/submissions`)).status).toBe(
    404,
  )
})
