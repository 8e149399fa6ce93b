import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLimits } from '../../schema/operations/tables.ts'
import { deviceText, placeText } from '../../schema/tracking/event.ts'
import { db, makeCard, makeUser, signIn } from '../testing/app.ts'
import { storeClicks, storeEntries, visits } from '../testing/hostile-rows.ts'
import { readBack } from '../testing/read-csv.ts'

test('an independent CSV parser reads exactly the values of the database', async () => {
  const { id: userId } = await makeUser()
  const owner = await signIn(5)
  await fc.assert(
    fc.asyncProperty(visits, async (newest) => {
      // More exports than a user may make in an hour.
      await db.delete(rateLimits)
      const card = await makeCard({ userId })
      await storeClicks(card.id, newest)
      await storeEntries(
        card.id,
        newest.map(({ at, answers }) => ({ at, formData: answers })),
      )
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
