/** Forms sent to the demo cards, the newest the day before. */
import { createHash } from 'node:crypto'
import type { formSubmissions } from '../../schema/tables.ts'
import type { Person } from './people/person.ts'
import { randomFrom, weighted } from './random.ts'
import { cityOf, devices, waysInAtEvent } from './traffic.ts'

const dayMs = 86_400_000

export function submissionsOf(
  { card, traffic, submissions = [] }: Person,
  cardId: number,
  today: number,
): (typeof formSubmissions.$inferInsert)[] {
  const random = randomFrom(`${card.slug} forms`)
  const randomWay = randomFrom(`${card.slug} ways in`)
  return submissions
    .map((formData, i) => ({
      cardId,
      clientId: `demo-${card.slug}-${String(i).padStart(12, '0')}`,
      formData,
      consentHash: card.form ? createHash('sha256').update(card.form.consent).digest('hex') : null,
      submitterIp: 'Unknown',
      submitterLocation: cityOf(weighted(random, traffic.cities)).place,
      submitterDevice: weighted(random, devices),
      source: weighted(randomWay, waysInAtEvent),
      status: i < 2 ? ('new' as const) : i % 3 === 2 ? ('seen' as const) : ('done' as const),
      note: i % 5 === 3 ? 'Answered by mail, meeting in two weeks.' : null,
      timestamp: new Date(
        today - (i * 4.3 + random() * 3) * dayMs - random() * dayMs,
      ).toISOString(),
    }))
    .toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
}
