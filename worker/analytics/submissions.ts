/** What visitors sent through the exchange form of a card. */
import { and, count, desc, eq, gte } from 'drizzle-orm'
import type { CardReport } from '../../schema/analytics.ts'
import { deviceText, placeText } from '../../schema/place.ts'
import { formSubmissions } from '../../schema/tables.ts'
import { database } from '../database.ts'
import type { Bindings } from '../env.ts'

const most = 500

type Asked = { cardId: number; since: number; withContent: boolean }

/** The newest 500, and how many came since; their content only `withContent`. */
export async function listSubmissions(
  env: Bindings,
  { cardId, since, withContent }: Asked,
): Promise<{ submissions: CardReport['submissions']; total: number }> {
  const db = database(env.DB)
  const ofCard = eq(formSubmissions.cardId, cardId)
  const [rows, [counted]] = await db.batch([
    db
      .select({
        id: formSubmissions.id,
        timestamp: formSubmissions.timestamp,
        place: formSubmissions.submitterLocation,
        device: formSubmissions.submitterDevice,
        formData: formSubmissions.formData,
      })
      .from(formSubmissions)
      .where(ofCard)
      .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
      .limit(most),
    db
      .select({ total: count() })
      .from(formSubmissions)
      .where(and(ofCard, gte(formSubmissions.timestamp, new Date(since).toISOString()))),
  ])
  const submissions = rows.map(({ id, timestamp, place, device, formData }) => ({
    id,
    timestamp,
    submitterLocation: placeText(place),
    submitterDevice: deviceText(device),
    formData: withContent ? formData : null,
  }))
  return { submissions, total: counted?.total ?? 0 }
}
