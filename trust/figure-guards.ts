/** Section 5: what a visitor cannot make up, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const byPosts = 'worker/routes/events.test.ts'
const byBursts = 'worker/events/bursts.test.ts'
const byCrowd = 'worker/events/visitors-per-network.test.ts'

const byVisitor = 'worker/events/visitor.test.ts'
const byShares = 'worker/routes/shares.test.ts'

export const figureGuards: Mutant[] = [
  {
    file: 'worker/events/event-id.ts',
    guard: 'time <= receivedAt + furthestAhead ? time : undefined',
    instead: 'time <= receivedAt + furthestAhead ? time : receivedAt',
    by: byVisitor,
  },
  {
    file: 'worker/events/event-id.ts',
    guard: ' && time <= receivedAt + furthestAhead',
    instead: '',
    by: byPosts,
  },
  {
    file: 'worker/events/event-id.ts',
    guard: 'time >= receivedAt - oldest && ',
    instead: '',
    by: byPosts,
  },
  {
    file: 'worker/routes/analytics.ts',
    guard: 'timeframe === share.timeframe ? null : report.previous',
    instead: 'report.previous',
    by: byShares,
  },
  {
    file: 'worker/routes/analytics.ts',
    guard: "share.timeframe === 'all' ? report.allTime : null",
    instead: 'report.allTime',
    by: byShares,
  },
  {
    file: 'worker/routes/analytics.ts',
    guard: 'isLive.has(card.id) ? card : ',
    instead: 'isLive ? card : ',
    by: byShares,
  },
  {
    file: 'worker/events/event-id.ts',
    guard: 'Math.max(0, receivedAt - at + clockTolerance)',
    instead: 'maxVisitMs',
    by: byPosts,
  },
  {
    file: 'worker/events/event-id.ts',
    guard: 'Math.min(maxVisitMs, ',
    instead: 'Math.min(86_400_000, ',
    by: byPosts,
  },
  {
    file: 'worker/events/visitor.ts',
    guard: "names.has(name) ? name : 'Other'",
    instead: 'name',
    by: byPosts,
  },
  {
    file: 'worker/events/exclusions.ts',
    guard:
      "if (linkType !== 'custom') return linkId === 'primary' ? [cardId, null, null] : nowhere",
    instead: "if (linkType !== 'custom') return [cardId, null, null]",
    by: byPosts,
  },
  {
    file: 'worker/events/exclusions.ts',
    guard: 'asked.value ->> 2 in (network.key, lower(network.key))',
    instead: 'lower(asked.value ->> 2) = lower(network.key)',
    by: byPosts,
  },
  {
    file: 'worker/events/record-sql.ts',
    guard: "sourceCodeIn('key')",
    instead: "'0'",
    by: 'worker/events/record.test.ts',
  },
  {
    file: 'worker/events/record-sql.ts',
    guard: 'where place <= ',
    instead: 'where 1 <= place or place <= ',
    by: byCrowd,
  },
  {
    file: 'worker/events/record-sql.ts',
    guard: 'sum(min(new, max(0, room)))',
    instead: 'sum(new)',
    by: byCrowd,
  },
  {
    file: 'worker/events/bursts.ts',
    guard: 'slice(0, mostOpen)',
    instead: 'slice(0)',
    by: byBursts,
  },
  {
    file: 'worker/events/bursts.ts',
    guard: 'network === null || leftOut !== null',
    instead: 'network === null',
    by: byBursts,
  },
]
