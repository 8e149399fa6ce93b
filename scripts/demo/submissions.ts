/** Forms sent to the demo cards, the newest the day before. */
import { createHash } from 'node:crypto'
import type { formSubmissions } from '../../schema/tables.ts'
import type { Person } from './people/person.ts'
import { randomFrom, weighted } from './random.ts'
import { cityOf, devices } from './traffic.ts'

const dayMs = 86_400_000

export function submissionsOf(
  { card, traffic, submissions = [] }: Person,
  cardId: number,
  today: number,
): (typeof formSubmissions.$inferInsert)[] {
  const random = randomFrom(`${card.slug} forms`)
  return submissions
    .map((formData, i) => ({
      cardId,
      clientId: `demo-${card.slug}-${String(i).padStart(12, '0')}`,
      formData,
      consentHash: card.form ? createHash('sha256').update(card.form.consent).digest('hex') : null,
      submitterIp: 'Unknown',
      submitterLocation: cityOf(weighted(random, traffic.cities)).place,
      submitterDevice: weighted(random, devices),
      timestamp: new Date(
        today - (i * 4.3 + random() * 3) * dayMs - random() * dayMs,
      ).toISOString(),
    }))
    .toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
}
