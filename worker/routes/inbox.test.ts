import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { Entry, InboxPage } from '../../schema/inbox.ts'
import { formSubmissions } from '../../schema/tables.ts'
import { db, makeCard, makeUser, request, signIn } from '../testing/app.ts'

const formConfig = {
  fields: [
    { key: 'name' as const, label: 'Your name', required: true },
    { key: 'email' as const, label: null, required: false },
    { key: 'question1' as const, label: 'Which day?', required: false },
  ],
  consent: null,
  thanks: null,
}

let sent = 0

async function makeEntry(
  cardId: number,
  fields: Partial<typeof formSubmissions.$inferInsert> = {},
) {
  sent += 1
  const row = {
    clientId: `entry-${sent}`,
    formData: { name: `Visitor ${sent}` },
    ...fields,
    cardId,
  }
  return db.insert(formSubmissions).values(row).returning().get()
}

/** An owner with a card, and what they get from its inbox. */
async function makeInbox(level = 1) {
  const { user, request: mine } = await signIn(level)
  const card = await makeCard({ userId: user.id, formConfig })
  const path = `/api/business-cards/${card.id}/submissions`
  const list = async (question = '') =>
    InboxPage.parse(await (await mine('GET', `${path}${question}`)).json())
  return { user, card, mine, path, list }
}

async function told(answer: Promise<Response>) {
  const { status, text } = await answer.then(async (got) => ({
    status: got.status,
    text: await got.text(),
  }))
  return [status, text]
}

const kinds = ['', '.csv', '.vcf']

test('GET …/submissions, as list and as files, is for the owner and level 5', async () => {
  const { card, path } = await makeInbox()
  const refused = "You don't have permission to read the entries of this card"
  const stranger = await signIn(1)
  const admin = await signIn(4)
  const five = await signIn(5)
  for (const kind of kinds) {
    expect((await request('GET', path + kind)).status).toBe(401)
    for (const { request: theirs } of [stranger, admin])
      expect(await told(theirs('GET', path + kind))).toEqual([403, refused])
    expect((await five.request('GET', path + kind)).status).toBe(200)
    const gone = path.replace(`${card.id}`, '999999') + kind
    expect(await told(five.request('GET', gone))).toEqual([404, 'Card not found'])
  }
})

test('GET …/submissions goes back page by page, the newest first, with counts', async () => {
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

test('GET …/submissions searches answers and notes, also with more than 50 bytes', async () => {
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
  // The keys of the answers are not theirs.
  expect(await names('message')).toEqual([])
  expect((await list('?search=grace')).total).toBe(2)
})

test.each(['limit=51', 'status=read', 'before=x', 'page=2', 'search=a&search=b'])(
  'GET …/submissions refuses ?%s',
  async (question) => {
    const { mine, path } = await makeInbox()
    expect((await mine('GET', `${path}?${question}`)).status).toBe(400)
  },
)

test('PATCH /api/submissions/:id files an entry, and leaves alone what is not sent', async () => {
  const { card, mine } = await makeInbox()
  const { id } = await makeEntry(card.id, { source: 'nfc', submitterLocation: 'DE|Berlin|Berlin' })
  const change = async (body: object) =>
    Entry.parse(await (await mine('PATCH', `/api/submissions/${id}`, body)).json())
  expect(await change({ note: ' Call her\nsoon ' })).toMatchObject({
    note: 'Call her\nsoon',
    status: 'new',
    source: 'nfc',
    place: 'Berlin, Berlin, DE',
  })
  expect(await change({ status: 'seen' })).toMatchObject({ note: 'Call her\nsoon', status: 'seen' })
  expect(await change({ note: '' })).toMatchObject({ note: null, status: 'seen' })
  const read = await mine('GET', `/api/submissions/${id}`)
  expect(Entry.parse(await read.json())).toMatchObject({ id, status: 'seen' })
})

test.each([{}, { status: 'read' }, { note: 5 }, { note: 'x'.repeat(2001) }, { formData: {} }])(
  'PATCH /api/submissions/:id refuses %j',
  async (body) => {
    const { card, mine } = await makeInbox()
    const { id } = await makeEntry(card.id)
    expect((await mine('PATCH', `/api/submissions/${id}`, body)).status).toBe(400)
  },
)

test('an entry is there for nobody but the owner and level 5', async () => {
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
      expect(await told(theirs(method, to, body))).toEqual([404, 'Entry not found'])
  }
  expect(await db.$count(formSubmissions, eq(formSubmissions.id, id))).toBe(1)
  const five = await signIn(5)
  expect((await five.request('PATCH', path, { status: 'done' })).status).toBe(200)
})

test('GET /api/business-cards tells how many entries of each card are new', async () => {
  const { user, card, mine } = await makeInbox()
  const other = await makeCard({ userId: user.id })
  for (const status of ['new', 'new', 'seen', 'done'] as const) await makeEntry(card.id, { status })
  expect(await (await mine('GET', '/api/business-cards')).json()).toMatchObject([
    { id: card.id, newEntries: 2 },
    { id: other.id, newEntries: 0 },
  ])
})

test('DELETE /api/submissions/:id removes the entry', async () => {
  const { card, mine, list } = await makeInbox()
  const { id } = await makeEntry(card.id)
  const other = await makeEntry(card.id)
  expect((await mine('DELETE', `/api/submissions/${id}`)).status).toBe(204)
  expect(await told(mine('DELETE', `/api/submissions/${id}`))).toEqual([404, 'Entry not found'])
  expect((await list()).entries.map((entry) => entry.id)).toEqual([other.id])
})

test('the table has the labels of the form, a column for what was asked before, and runs nothing', async () => {
  const { card, mine, path } = await makeInbox()
  await makeEntry(card.id, {
    formData: { name: '=HYPERLINK("x")', question1: 'Monday,\n"Tuesday"', phone: '+49 30 1' },
    note: '@SUM(1)',
    source: 'qr',
    timestamp: '2026-01-02T03:04:05.678Z',
  })
  const answer = await mine('GET', `${path}.csv`)
  expect(answer.headers.get('Content-Disposition')).toMatch(
    /Ada Lovelace-inbox-\d{4}-\d\d-\d\d\.csv/,
  )
  const { data } = Papa.parse<string[]>((await answer.text()).trim())
  expect(data).toEqual([
    [
      'Received (UTC)',
      'Status',
      'Your name',
      'Email',
      'Phone',
      'Which day?',
      'Note',
      'Where we met',
      'Place',
      'Device',
    ],
    [
      '2026-01-02 03:04:05',
      'new',
      `'=HYPERLINK("x")`,
      '',
      `'+49 30 1`,
      'Monday,\n"Tuesday"',
      `'@SUM(1)`,
      'QR scan',
      'Unknown',
      'Unknown',
    ],
  ])
})

test('the files hold every entry of a busy card once', async () => {
  const { card, mine, path } = await makeInbox()
  const rows = Array.from({ length: 1100 }, (_, n) => [card.id, `busy-${n}`, `{"name":"N${n}"}`])
  await db.run(
    `insert into form_submissions (card_id, client_id, form_data, timestamp)
     select value ->> 0, value ->> 1, value ->> 2, '2026-01-01T00:00:00.000Z' from json_each('${JSON.stringify(rows)}')`,
  )
  const { data } = Papa.parse<string[]>((await (await mine('GET', `${path}.csv`)).text()).trim())
  expect(new Set(data.slice(1).map((row) => row[2])).size).toBe(1100)
  const contacts = await (await mine('GET', `${path}.vcf`)).text()
  expect(contacts.match(/^BEGIN:VCARD\r$/gm)).toHaveLength(1100)
})

test('entries are contacts, one by one or all in a file', async () => {
  const { card, mine, path } = await makeInbox()
  const formData = { name: 'Grace Hopper', email: 'grace@navy.test', question1: 'Monday' }
  const { id } = await makeEntry(card.id, { formData })
  await makeEntry(card.id, { formData: { name: 'Alan Turing' } })
  const all = await mine('GET', `${path}.vcf`)
  expect(all.headers.get('Content-Type')).toBe('text/vcard; charset=utf-8')
  const text = (await all.text()).replaceAll('\r\n ', '')
  expect(() => ICAL.parse(text)).not.toThrow()
  const names = [...text.matchAll(/^FN:(.*)\r$/gm)].map(([, name]) => name)
  expect(names).toEqual(['Alan Turing', 'Grace Hopper'])
  const one = await mine('GET', `/api/submissions/${id}/contact`)
  expect(one.headers.get('Content-Disposition')).toContain(
    'attachment; filename="Grace Hopper.vcf"',
  )
  const contact = (await one.text()).replaceAll('\r\n ', '')
  expect(contact).toContain('EMAIL;TYPE=INTERNET:grace@navy.test')
  expect(contact).toContain('Which day?: Monday')
  const phone = { 'User-Agent': 'Mozilla/5.0 (iPhone)' }
  const shown = await mine('GET', `/api/submissions/${id}/contact`, undefined, phone)
  expect(shown.headers.get('Content-Disposition')).toMatch(/^inline/)
})

test('the entries of a deleted card are there for nobody', async () => {
  const owner = await makeUser()
  const card = await makeCard({ userId: owner.id, deletedAt: 'now' })
  const { id } = await makeEntry(card.id)
  const five = await signIn(5)
  expect((await five.request('GET', `/api/submissions/${id}`)).status).toBe(404)
  expect((await five.request('GET', `/api/business-cards/${card.id}/submissions`)).status).toBe(404)
})
