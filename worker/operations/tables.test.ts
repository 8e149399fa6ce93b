import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { db, makeCard } from '../testing/app.ts'
import { lastKey, listTables, pagesOf } from './tables.ts'

test('a page has about a megabyte, also where long rows follow short ones', async () => {
  const { id } = await makeCard()
  const add = (count: number, length: number) =>
    db.run(sql`with recursive numbers (n) as (
        select 1 union all select n + 1 from numbers where n < ${count})
      insert into form_submissions (card_id, client_id, form_data)
      select ${id}, ${length} || ' ' || n, json_object('message', hex(zeroblob(${length / 2}))) from numbers`)
  await add(2500, 2)
  await add(60, 100_000)
  await add(3, 4)
  const table = (await listTables(env.DB)).find(({ name }) => name === 'form_submissions')
  if (!table) throw new Error('There is no such table')
  const keys: unknown[] = []
  for await (const rows of pagesOf(env.DB, { table })) {
    expect(rows.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(1_200_000)
    keys.push(...rows.map(({ key }) => key[0]))
  }
  const entryId = formSubmissions.id
  const stored = await db.select({ id: entryId }).from(formSubmissions).orderBy(entryId)
  expect(keys).toEqual(stored.map((row) => row.id))
  expect(await lastKey(env.DB, { table })).toEqual([keys.at(-1)])
})
