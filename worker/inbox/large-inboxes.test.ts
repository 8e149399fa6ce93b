/** How much calls on a large inbox read and write at once: one account must not keep the others waiting. */
import { env } from 'cloudflare:workers'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { BulkResult, type InboxPage, InboxQuery } from '../../schema/inbox/inbox.ts'
import { mergeMessages } from '../../schema/inbox/merge.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { pagesOfPerson } from '../operations/audit-log.ts'
import { auditStatement } from '../operations/record-audit.ts'
import { userKey } from '../platform/rate-limiter.ts'
import { db, makeUser, statusAndText } from '../testing/app.ts'
import { makeInbox } from '../testing/inbox.ts'
import { type Request, storedEntries } from '../testing/merges.ts'
import { measureReads } from '../testing/metered-database.ts'
import { pagesOfContacts } from './contacts.ts'
import { deletableParts, restorableParts } from './deleted-entries.ts'
import { limitEntries } from './entry-changes.ts'
import { listSubmissions } from './inbox-list.ts'
import { mergeEntries } from './merge-entries.ts'

const numbers = (count: number) => sql`(with recursive numbers (n) as (
  select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers)`

/** Adds contacts with several entries each, and returns the ids of the entries that show the others. */
async function addContacts(
  cardId: number,
  { contacts, entries, fields = {} }: { contacts: number; entries: number; fields?: object },
): Promise<number[]> {
  const text = JSON.stringify(fields)
  await db.run(sql`insert into form_submissions (card_id, client_id, form_data, fields)
    select ${cardId}, 'contact ' || n, '{"name":"Ada"}', ${text} from ${numbers(contacts)}`)
  await db.run(sql`insert into form_submissions (card_id, client_id, form_data, fields, merged_into)
    select ${cardId}, client_id || ' ' || n, '{"name":"Ada"}', ${text}, id
    from form_submissions, ${numbers(Math.max(1, entries - 1))} where card_id = ${cardId} and ${entries} > 1`)
  const rows = await storedEntries(cardId)
  return rows.filter(({ mergedInto }) => mergedInto === null).map(({ id }) => id)
}

const bulkPath = '/api/submissions/bulk'

async function changed(by: Request, path: string, body: object): Promise<number> {
  const response = await by('POST', `/api/submissions/${path}`, body)
  return BulkResult.parse(await response.json()).changed
}

const longForm = {
  fields: (['name', 'email', 'phone', 'company', 'message', 'question1'] as const).map((key) => ({
    ...{ key, label: key.padEnd(120, '.'), required: false },
  })),
  ...{ consent: 'c'.repeat(500), thanks: 't'.repeat(300) },
}

test('the log of a bulk change does not look at what its user did before', async () => {
  const { id } = await makeUser()
  const action = 'submissions-changed'
  await db.run(sql`insert into audit_log (actor_id, action, target, details)
    select ${id}, ${action}, 'entry ' || (n % 200), '{}' from ${numbers(5000)}`)
  const ids = Array.from({ length: 200 }, (_, at) => at)
  const entry = { actorId: id, actor: 'ada', userId: null, action, details: {} } as const
  const entries = ids.map((entryId) => ({ ...entry, target: `entry ${entryId}` }))
  const origin = { country: null, asn: null, asOrganization: null, network: null, device: '' }
  const call = { requestId: '', route: '', status: 200, origin }
  const statement = auditStatement(db, entries, call)
  const { rows } = await measureReads((metered) => {
    const { sql: text, params } = statement.toSQL()
    return metered.$client
      .prepare(text)
      .bind(...params)
      .run()
  })
  expect(rows).toBeLessThan(5000)
  // Nor does a repeat after a lost response log it twice.
  await statement
  expect(await db.$count(auditLog, eq(auditLog.actorId, id))).toBe(5200)
})

test('a page of what a person did does not look at all pages after it', async () => {
  const { id } = await makeUser()
  await db.run(sql`insert into audit_log (actor_id, action, target, details)
    select iif(n % 2, ${id}, null), 'user-edited', iif(n % 3, '', ${`user ${id}`}), '{"n":' || n || '}'
    from ${numbers(9000)}`)
  const pages: object[][] = []
  const { rows } = await measureReads(async (metered) => {
    for await (const page of pagesOfPerson(metered, id)) pages.push(page)
  })
  const all = pages.flat()
  expect(all).toHaveLength(6000)
  expect(new Set(all.map((row) => JSON.stringify(row))).size).toBe(6000)
  // Looking at all pages after it would take more than 12 for each row.
  expect(rows).toBeLessThan(10 * 6000)
})

test('a user changes and deletes 100,000 entries a day at most', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const ids = await addContacts(card.id, { contacts: 2, entries: 1 })
  const body = { ids, change: { status: 'done' } }
  expect(await limitEntries(env, user.id, { kind: 'changed', entries: 99_997 })).toBe(0)
  expect(await changed(ownRequest, 'bulk', body)).toBe(2)
  for (const change of [{ status: 'new' }, { delete: true }])
    expect(await statusAndText(ownRequest('POST', bulkPath, { ids, change }))).toEqual([
      429,
      expect.stringContaining('Too many attempts'),
    ])
  expect(await storedEntries(card.id)).toMatchObject([{ status: 'done' }, { status: 'done' }])
})

test('a user assigns 2,000 entries a day to colleagues at most, and can still change them', async () => {
  const { user, card, ownRequest } = await makeInbox()
  const colleague = await makeUser()
  const ids = await addContacts(card.id, { contacts: 2, entries: 1 })
  expect(await limitEntries(env, user.id, { kind: 'assigned', entries: 1999 })).toBe(0)
  const assign = { ids, change: { assignee: colleague.username } }
  expect((await ownRequest('POST', bulkPath, assign)).status).toBe(429)
  expect(await storedEntries(card.id)).toMatchObject([{ assigneeId: null }, { assigneeId: null }])
  expect(await changed(ownRequest, 'bulk', { ids, change: { assignee: null } })).toBe(2)
})

test('contacts of more than five hundred entries are deleted and restored in parts, each whole', async () => {
  const { card, user, ownRequest } = await makeInbox()
  const ids = await addContacts(card.id, { contacts: 21, entries: 50 })
  const before = await storedEntries(card.id)
  const parts = [ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)]
  expect(await deletableParts(db, ids)).toEqual(parts)
  expect(await changed(ownRequest, 'bulk', { ids, change: { delete: true } })).toBe(21)
  expect(await storedEntries(card.id)).toEqual([])
  expect(await restorableParts(db, { id: user.id, accessLevel: 1 }, ids)).toEqual(parts)
  for (const _ of ['first', 'repeat'])
    expect(await changed(ownRequest, 'restore', { ids })).toBe(21)
  expect(await storedEntries(card.id)).toEqual(before)
  const logged = sql`action = 'submissions-restored' and actor_id = ${user.id}`
  expect(await db.$count(auditLog, logged)).toBe(21)
})

test('a long contact is deleted in a part of its own', async () => {
  const { card } = await makeInbox()
  const [one = 0, long = 0, other = 0] = await addContacts(card.id, { contacts: 3, entries: 1 })
  const formData = { message: 'x'.repeat(1_100_000) }
  await db.update(formSubmissions).set({ formData }).where(eq(formSubmissions.id, long))
  expect(await deletableParts(db, [one, long, other])).toEqual([[one], [long], [other]])
})

test('pages of contacts of many entries have few of them, and all come', async () => {
  const { card, user, list } = await makeInbox()
  await db.update(businessCards).set({ formConfig: longForm }).where(eq(businessCards.id, card.id))
  await addContacts(card.id, { contacts: 150, entries: 50 })
  const query = InboxQuery.parse({})
  const asked = { scope: { cardId: card.id }, me: user.id, query }
  const page = await measureReads((metered) => listSubmissions(metered, asked))
  expect(page.characters).toBeLessThan(2_000_000)
  const sizes: number[] = []
  for await (const contacts of pagesOfContacts(db, [card.id])) sizes.push(contacts.length)
  expect(Math.max(...sizes)).toBeLessThan(120)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(150)
  const seen = new Set<number>()
  for (let before: string | null = ''; before !== null; ) {
    const { entries, next, total }: InboxPage = await list(before && `?before=${before}`)
    for (const { id } of entries) seen.add(id)
    expect([entries.length > 0, total]).toEqual([true, 150])
    before = next
  }
  expect(seen.size).toBe(150)
})

test('an inbox page with long texts has fewer entries, and the next continues', async () => {
  const { card, list } = await makeInbox()
  const ids = await addContacts(card.id, { contacts: 3, entries: 1 })
  const formData = { message: 'x'.repeat(1_100_000) }
  await db.update(formSubmissions).set({ formData }).where(eq(formSubmissions.cardId, card.id))
  const first = await list()
  const second = await list(`?before=${first.next}`)
  const listed = [first, second].map(({ entries }) => entries.map(({ id }) => id))
  expect([listed, second.next]).toEqual([[ids.slice(1).reverse(), ids.slice(0, 1)], null])
})

const fieldsPath = '/api/account/contact-fields'
const field = (name: string, formerName?: string) => ({ name, kind: 'text', formerName })

test('values of a renamed field move in parts, and two fields with many values do not swap names', async () => {
  const { card, ownRequest } = await makeInbox()
  await ownRequest('PUT', fieldsPath, { fields: [field('A'), field('B')] })
  await addContacts(card.id, { contacts: 1001, entries: 1, fields: { A: '1', B: '2' } })
  const rename = (fields: object[]) => statusAndText(ownRequest('PUT', fieldsPath, { fields }))
  const refused = await rename([field('B', 'A'), field('A', 'B')])
  expect(refused).toEqual([409, expect.stringContaining('Rename one of them')])
  const fieldsOf = async () =>
    new Set((await storedEntries(card.id)).map(({ fields }) => JSON.stringify(fields)))
  expect(await fieldsOf()).toEqual(new Set(['{"A":"1","B":"2"}']))
  expect((await rename([field('C', 'A'), field('B')]))[0]).toBe(200)
  expect(await fieldsOf()).toEqual(new Set(['{"C":"1","B":"2"}']))
})

test('a user renames fields ten times an hour at most', async () => {
  const { ownRequest } = await makeInbox()
  const status = async (fields: object[]) =>
    (await ownRequest('PUT', fieldsPath, { fields })).status
  for (let at = 0; at < 10; at += 1) expect(await status([field(`N${at + 1}`, `N${at}`)])).toBe(200)
  expect(await status([field('N11', 'N10')])).toBe(429)
  expect(await status([field('N10'), field('New')])).toBe(200)
})

test('lists with a filter are limited as writes are, others as reads', async () => {
  const { user, ownRequest, path } = await makeInbox()
  const key = `filter ${userKey(user)}`
  const statusOverLimit = async (query: string) => {
    while ((await env.WRITES.limit({ key })).success);
    return (await ownRequest('GET', query)).status
  }
  for (const query of [`${path}?search=x`, `${path}?duplicates=1`, '/api/submissions?tag=x']) {
    // A new minute may start between the last counted read and the checked one.
    const first = await statusOverLimit(query)
    expect(first === 429 ? first : await statusOverLimit(query)).toBe(429)
  }
  expect((await ownRequest('GET', `${path}?status=new`)).status).toBe(200)
})

test('what is too much to merge is not read, and tells nothing to others', async () => {
  const { card, user, ownRequest } = await makeInbox()
  const ids = await addContacts(card.id, { contacts: 5, entries: 50 })
  const formData = { message: 'x'.repeat(100_000) }
  await db.update(formSubmissions).set({ formData }).where(inArray(formSubmissions.id, ids))
  const wish = { ids, answers: {}, fields: {} }
  const isOwn = ({ userId }: { userId: number }) => userId === user.id
  const { characters } = await measureReads((metered) => mergeEntries(metered, wish, isOwn))
  expect(characters).toBeLessThan(100_000)
  const refused = (by: Request) => statusAndText(by('POST', '/api/submissions/merge', { ids }))
  expect(await refused(ownRequest)).toEqual([400, mergeMessages.size])
  expect((await refused((await makeInbox()).ownRequest))[0]).toBe(404)
})
