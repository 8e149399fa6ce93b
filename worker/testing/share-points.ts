/** Share points and events for tests. Only tests import this. */

import { boardPoints, boards } from '../../schema/boards/tables.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db } from './app.ts'

let count = 0

/** Creates a share point with an unused code. */
export async function makeSharePoint(
  fields: Partial<typeof sharePoints.$inferInsert> & { cardId: number },
) {
  count += 1
  const row = { code: codeAt(count), label: `Booth ${count}`, kind: 'booth' as const, ...fields }
  return db.insert(sharePoints).values(row).returning().get()
}

// In base 8, with digits from 2 to 9. Test files have databases of their own.
function codeAt(number: number): string {
  const digits = number.toString(8).padStart(6, '0')
  return digits.replace(/\d/g, (digit) => String(Number(digit) + 2))
}

/** Creates an event of yesterday and today (UTC) with these share points. */
export async function makeBoard(userId: number, pointIds: number[]) {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const [fromDay, toDay] = [today - dayMs, today].map((at) =>
    new Date(at).toISOString().slice(0, 10),
  )
  const row = {
    ...{ userId, name: 'Hannover Messe', fromDay: fromDay ?? '', toDay: toDay ?? '', zone: 'UTC' },
    ...{ startsAt: today - dayMs, endsAt: today + dayMs },
  }
  const made = await db.insert(boards).values(row).returning().get()
  const members = pointIds.map((sharePointId) => ({ boardId: made.id, sharePointId }))
  await db.insert(boardPoints).values(members)
  return made
}
