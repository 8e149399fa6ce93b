/** Rows with texts that break files, stored directly, because the input contracts would reject most of them. Only tests import this. */
import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db } from './app.ts'

const piece = fc.constantFrom(
  ...'=+-@|%\t\r\n\u0001＝＋－＠"\',; a1(',
  '😀',
  'שלום',
  '\u202e',
  '👩‍👩‍👧',
  '\r\n',
  '﷽',
)
export const hostileText = fc.string({ unit: piece, maxLength: 12 })

const answers = { name: hostileText, message: hostileText, question1: hostileText }
/** A click and a form submission at the same time. */
const visit = fc.record({
  at: fc.integer({ min: Date.now() - 5 * dayMs, max: Date.now() - dayMs }),
  linkId: hostileText,
  place: hostileText,
  device: hostileText,
  source: hostileText,
  answers: fc.record(answers, { noNullPrototype: true }),
})
export const visits = fc
  .uniqueArray(visit, { minLength: 1, maxLength: 12, selector: ({ at }) => at })
  .map((all) => all.toSorted((a, b) => b.at - a.at))

type Visit = Omit<typeof visit extends fc.Arbitrary<infer One> ? One : never, 'answers'>
type Entry = Partial<typeof formSubmissions.$inferInsert>

/** Stores a click for each visit, with the id `id-` and its time. */
export async function storeClicks(cardId: number, all: Visit[]): Promise<void> {
  const insert = env.ANALYTICS.prepare(
    `insert into card_clicks (card_id, timestamp, id, source, burst, link_type, link_id, clicker_ip, clicker_location, clicker_device)
     values (?, ?, ?, ?, 0, 'social', ?, 'Unknown', ?, ?)`,
  )
  await env.ANALYTICS.batch(
    all.map(({ at, linkId, place, device, source }) =>
      insert.bind(cardId, at, `id-${at}`, source, linkId, place, device),
    ),
  )
}

/** Stores form submissions of the card. */
export async function storeEntries(
  cardId: number,
  entries: (Entry & { at: number; formData: Record<string, string> })[],
): Promise<void> {
  const rows = entries.map(({ at, ...entry }) => ({
    ...entry,
    cardId,
    clientId: `${at}`,
    timestamp: new Date(at).toISOString(),
  }))
  // D1 takes 100 bound values a statement.
  for (let start = 0; start < rows.length; start += 5)
    await db.insert(formSubmissions).values(rows.slice(start, start + 5))
}
