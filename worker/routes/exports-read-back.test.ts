import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLimits } from '../../schema/access-tables.ts'
import { deviceText, placeText } from '../../schema/place.ts'
import { formSubmissions } from '../../schema/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, makeUser, signIn } from '../testing/app.ts'
import { readBack } from '../testing/read-csv.ts'

test('an independent CSV parser reads exactly the values of the database', async () => {
  const { id: userId } = await makeUser()
  const owner = await signIn(5)
  const piece = fc.constantFrom(
    ...'=+-@|%\t\r\n\u0001＝＋－＠"\',; a1(',
    '😀',
    'שלום',
    '\u202e',
    '👩‍👩‍👧',
    '\r\n',
    '﷽',
  )
  const hostileText = fc.string({ unit: piece, maxLength: 12 })
  const visit = fc.record({
    at: fc.integer({ min: Date.now() - 5 * dayMs, max: Date.now() - dayMs }),
    linkId: hostileText,
    place: hostileText,
    device: hostileText,
    source: hostileText,
    answers: fc.record(
      { name: hostileText, message: hostileText, question1: hostileText },
      { noNullPrototype: true },
    ),
  })
  const visits = fc.uniqueArray(visit, { minLength: 1, maxLength: 12, selector: ({ at }) => at })
  await fc.assert(
    fc.asyncProperty(visits, async (all) => {
      // More exports than a user may make in an hour.
      await db.delete(rateLimits)
      const card = await makeCard({ userId })
      const newest = all.toSorted((a, b) => b.at - a.at)
      await storeClicks(card.id, newest)
      const entries = newest.map(({ at, answers }) => ({
        cardId: card.id,
        clientId: `${at}`,
        formData: answers,
        timestamp: new Date(at).toISOString(),
      }))
      // D1 takes 100 bound values a statement.
      for (let at = 0; at < entries.length; at += 10)
        await db.insert(formSubmissions).values(entries.slice(at, at + 10))
      const read = async (section: string) =>
        readBack(
          await (
            await owner.request('GET', `/api/analytics/${card.id}/export?section=${section}`)
          ).text(),
        )
      expect(await read('clicks')).toEqual(
        newest.map(({ at, linkId, place, device, source }) => ({
          'Time (UTC)': new Date(at).toISOString().slice(0, 19).replace('T', ' '),
          'Timestamp (ISO 8601)': new Date(at).toISOString(),
          'Link type': 'social',
          'Link ID': linkId,
          Location: placeText(place),
          Device: deviceText(device),
          IP: 'Unknown',
          Source: source,
          'Share point': '',
          'At event': '',
          'Event ID': `id-${at}`,
        })),
      )
      expect(
        (await read('submissions')).map((row) => [row.Name, row.Message, row['Question 1']]),
      ).toEqual(
        newest.map(({ answers: { name, message, question1 } }) => [name, message, question1]),
      )
    }),
    { numRuns: 25 },
  )
})

// Inserted directly, because the input contracts would reject most of it.
async function storeClicks(
  cardId: number,
  visits: { at: number; linkId: string; place: string; device: string; source: string }[],
) {
  const insert = env.ANALYTICS.prepare(
    `insert into card_clicks (card_id, timestamp, id, source, burst, link_type, link_id, clicker_ip, clicker_location, clicker_device)
     values (?, ?, ?, ?, 0, 'social', ?, 'Unknown', ?, ?)`,
  )
  await env.ANALYTICS.batch(
    visits.map(({ at, linkId, place, device, source }) =>
      insert.bind(cardId, at, `id-${at}`, source, linkId, place, device),
    ),
  )
}
