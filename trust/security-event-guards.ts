/** Section 3: what the log of security events is held to, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const reading = 'worker/ops/security-events/list.ts'
const writing = 'worker/ops/security-events/log.ts'
const byReading = 'worker/routes/security-events.test.ts'
const byWriting = 'worker/ops/security-events/record.test.ts'
const byFlood = 'worker/ops/security-events/flood.test.ts'
const byKinds = 'worker/ops/security-events/kinds.test.ts'

export const securityEventGuards: Mutant[] = [
  {
    file: 'worker/auth/api-tokens.ts',
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
    file: 'worker/ops/security-events/kinds.ts',
    guard: ' || noted.isRepeat',
    instead: '',
    by: byKinds,
  },
  {
    file: 'worker/middleware/audit-log.ts',
    guard: " || c.get('securityEvent')?.isRepeat",
    instead: '',
    by: byKinds,
  },
  {
    file: 'worker/ops/audit-log.ts',
    guard: "'owner', 'from', 'to'",
    instead: "'owner', 'from', 'to', 'name'",
    by: 'worker/ops/audit-log.test.ts',
  },
  {
    file: 'worker/ops/audit-log.ts',
    guard: "'$.username.from', ",
    instead: '',
    by: 'worker/ops/audit-log.test.ts',
  },
  {
    file: 'worker/users/cleanup.ts',
    guard: 'eraseSlugs(db, names),',
    instead: '',
    by: 'worker/ops/audit-log.test.ts',
  },
  {
    file: 'worker/users/cleanup.ts',
    guard: 'forgetModel(db, id),',
    instead: '',
    by: 'worker/routes/templates.test.ts',
  },
  {
    file: 'worker/events/prune.ts',
    guard: "['event_inbox', 'dead_events'].map",
    instead: "['event_inbox'].map",
    by: 'worker/users/erasure.test.ts',
  },
  {
    file: 'worker/events/prune.ts',
    guard: 'now - Number(env.EVENT_RETENTION_DAYS) * dayMs)',
    instead: '0)',
    by: 'worker/events/prune.test.ts',
  },
  {
    file: writing,
    guard: 'request_id <> excluded.request_id',
    instead: 'true',
    by: byWriting,
  },
  {
    file: 'worker/users/cleanup.ts',
    guard: '...deleteSecurityEventsOf(db, id),',
    instead: '',
    by: byWriting,
  },
  {
    file: 'worker/ops/security-events/kinds.ts',
    guard: "row.who !== 'anyone' || route in doneKinds",
    instead: 'route',
    by: byKinds,
  },
  {
    file: 'worker/auth/session-cookie.ts',
    guard: 'name !== undefined && known.has(name)',
    instead: 'name !== undefined',
    by: byKinds,
  },
]
