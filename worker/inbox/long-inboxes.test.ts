import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissionsOf } from '../accounts/account-export.ts'
import { db, makeCard, signIn } from '../testing/app.ts'
import { measureReads } from '../testing/metered-database.ts'
import { pagesOfContacts } from './contacts.ts'
import { listSubmissions } from './inbox-list.ts'

/** An account with two cards, the first of which has so many contacts, each later than the last. */
async function makeLongInbox(count: number) {
  const { user } = await signIn(1)
  const cards = [await makeCard({ userId: user.id }), await makeCard({ userId: user.id })]
  await db.run(sql`insert into form_submissions (card_id, client_id, form_data, tags, timestamp)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select ${cards[0]?.id}, 'long-' || n, '{}', '["a"]', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', n || ' minutes')
    from numbers`)
  return { ownerId: user.id, cardIds: cards.map(({ id }) => id) }
}

test.each([
  ['contacts', pagesOfContacts, true],
  ['entries of an account', submissionsOf, false],
] as const)(
  'many %s are read in their order, each page where the last one ended',
  async (_, pagesOf, isNewestFirst) => {
    const readOf = async (count: number) => {
      const { cardIds } = await makeLongInbox(count)
      const times: string[] = []
      const { rows } = await measureReads(async (metered) => {
        for await (const page of pagesOf(metered, cardIds))
          times.push(...page.map(({ timestamp }) => timestamp))
      })
      const inOrder = times.toSorted()
      expect(times).toEqual(isNewestFirst ? inOrder.toReversed() : inOrder)
      expect(times).toHaveLength(count)
      return rows / count
    }
    const few = await readOf(1500)
    expect(await readOf(6000)).toBeLessThan(1.15 * few)
  },
)

test('the first page of a long inbox is found without reading and sorting the others', async () => {
  const query = { search: '', limit: 50 }
  const readOf = async (count: number) => {
    const { ownerId } = await makeLongInbox(count)
    const { rows } = await measureReads(async (metered) => {
      const inbox = await listSubmissions(metered, { scope: { ownerId }, me: 0, query })
      expect([inbox.total, inbox.entries.length]).toEqual([count, 50])
    })
    return rows
  }
  // Only counts in an index remain: tags are those of the latest 5,000.
  const few = await readOf(6000)
  expect((await readOf(8500)) - few).toBeLessThan(4 * 2500)
})
