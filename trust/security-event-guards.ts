/** Section 3: what the log of security events is held to, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const reading = 'worker/security-events/list.ts'
const writing = 'worker/security-events/record.ts'
const byReading = 'worker/routes/security-events.test.ts'
const byWriting = 'worker/security-events/record.test.ts'
const byFlood = 'worker/security-events/flood.test.ts'
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
    guard: 'mostRefusalRows} then 1',
    instead: 'mostRefusalRows * 100} then 1',
    by: byFlood,
  },
  {
    file: writing,
    guard: '2 * mostRefusalRows',
    instead: '200 * mostRefusalRows',
    by: byFlood,
  },
  {
    file: writing,
    guard: 'mostRowsOfOne} and',
    instead: 'mostRowsOfOne * 100} and',
    by: byFlood,
  },
  {
    file: writing,
    guard: "kind === 'rate-limited' ? actorId : userId",
    instead: 'userId',
    by: byFlood,
  },
  {
    file: writing,
    guard: ' and count <',
    instead: ' and 0 <',
    by: byFlood,
  },
  {
    file: 'worker/security-events/kinds.ts',
    guard: ' || noted.isRepeat',
    instead: '',
    by: byKinds,
  },
  {
    file: 'worker/middleware/audit.ts',
    guard: " || c.get('securityEvent')?.isRepeat",
    instead: '',
    by: byKinds,
  },
  {
    file: 'worker/audit.ts',
    guard: "'owner', 'from', 'to'",
    instead: "'owner', 'from', 'to', 'name'",
    by: 'worker/audit.test.ts',
  },
  {
    file: 'worker/audit.ts',
    guard: "'$.username.from', ",
    instead: '',
    by: 'worker/audit.test.ts',
  },
  {
    file: 'worker/users/purge.ts',
    guard: 'forgetSlugs(db, names),',
    instead: '',
    by: 'worker/audit.test.ts',
  },
  {
    file: 'worker/users/purge.ts',
    guard: 'forgetModel(db, id),',
    instead: '',
    by: 'worker/routes/templates.test.ts',
  },
  {
    file: 'worker/analytics/forget-card.ts',
    guard: "['event_inbox', 'dead_events'].map",
    instead: "['event_inbox'].map",
    by: 'worker/users/erasure.test.ts',
  },
  {
    file: 'worker/analytics/prune.ts',
    guard: 'now - Number(env.EVENT_RETENTION_DAYS) * dayMs)',
    instead: '0)',
    by: 'worker/analytics/prune.test.ts',
  },
  {
    file: writing,
    guard: 'request_id <> excluded.request_id',
    instead: 'true',
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
