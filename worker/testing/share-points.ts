/** Share points for tests. Only tests import this. */
import { sharePoints } from '../../schema/tables.ts'
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
