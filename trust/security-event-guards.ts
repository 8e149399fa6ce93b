/** Section 3: what the log of security events is held to, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const reading = 'worker/security-events/list.ts'
const writing = 'worker/security-events/record.ts'
const byReading = 'worker/routes/security-events.test.ts'
const byWriting = 'worker/security-events/record.test.ts'
const byKinds = 'worker/security-events/kinds.test.ts'

export const securityEventGuards: Mutant[] = [
  {
    file: 'worker/middleware/bearer.ts',
    guard: 'found.scope === scope',
    instead: 'true',
    by: byReading,
  },
  {
    file: 'worker/routes/account.ts',
    guard: "wanted.scope !== 'security-events' || user.accessLevel === 5",
    instead: 'true',
    by: byReading,
  },
  {
    file: reading,
    guard: 'and(eq(securityEvents.userId, userId), before ?',
    instead: 'and(before ?',
    by: byReading,
  },
  {
    file: reading,
    guard: 'if (row.actorId === null || row.actorId === row.userId) return row',
    instead: 'if (row) return row',
    by: byReading,
  },
  { file: reading, guard: 'now - settledAfter', instead: 'now', by: byReading },
  { file: reading, guard: 'after > (last[0]?.seq ?? 0)', instead: 'after < 0', by: byReading },
  {
    file: writing,
    guard: 'mostRefusalRows}',
    instead: 'mostRefusalRows * 100}',
    by: byWriting,
  },
  {
    file: writing,
    guard: 'where request_id <> excluded.request_id',
    instead: '',
    by: byWriting,
  },
  {
    file: 'worker/users/purge.ts',
    guard: '...forgetEventsOf(db, id),',
    instead: '',
    by: byWriting,
  },
  {
    file: 'worker/security-events/kinds.ts',
    guard: "row.who !== 'anyone' || route in doneKinds",
    instead: 'route',
    by: byKinds,
  },
  {
    file: 'worker/middleware/session.ts',
    guard: 'name !== undefined && known.has(name)',
    instead: 'name !== undefined',
    by: byKinds,
  },
]
