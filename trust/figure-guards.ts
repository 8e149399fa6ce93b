/** Section 5: what a visitor cannot make up, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const byPosts = 'worker/routes/events.test.ts'
const byBursts = 'worker/analytics/bursts.test.ts'
const byCrowd = 'worker/analytics/crowd.test.ts'

const byVisitor = 'worker/analytics/visitor.test.ts'
const byShares = 'worker/routes/shares.test.ts'

export const figureGuards: Mutant[] = [
  {
    file: 'worker/analytics/event-id.ts',
    guard: 'time <= receivedAt + furthestAhead ? time : undefined',
    instead: 'time <= receivedAt + furthestAhead ? time : receivedAt',
    by: byVisitor,
  },
  {
    file: 'worker/analytics/event-id.ts',
    guard: ' && time <= receivedAt + furthestAhead',
    instead: '',
    by: byPosts,
  },
  {
    file: 'worker/analytics/event-id.ts',
    guard: 'time >= receivedAt - oldest && ',
    instead: '',
    by: byPosts,
  },
  {
    file: 'worker/routes/shares.ts',
    guard: 'timeframe === share.timeframe ? null : report.previous',
    instead: 'report.previous',
    by: byShares,
  },
  {
    file: 'worker/routes/shares.ts',
    guard: "share.timeframe === 'all' ? report.allTime : null",
    instead: 'report.allTime',
    by: byShares,
  },
  {
    file: 'worker/routes/shares.ts',
    guard: 'isLive.has(card.id) ? card : ',
    instead: 'isLive ? card : ',
    by: byShares,
  },
  {
    file: 'worker/analytics/event-id.ts',
    guard: 'Math.max(0, receivedAt - at + clockTolerance)',
    instead: 'longestVisit',
    by: byPosts,
  },
  {
    file: 'worker/analytics/event-id.ts',
    guard: 'Math.min(longestVisit, ',
    instead: 'Math.min(86_400_000, ',
    by: byPosts,
  },
  {
    file: 'worker/analytics/visitor.ts',
    guard: "names.has(name) ? name : 'Other'",
    instead: 'name',
    by: byPosts,
  },
  {
    file: 'worker/analytics/left-out.ts',
    guard:
      "if (linkType !== 'custom') return linkId === 'primary' ? [cardId, null, null] : nowhere",
    instead: "if (linkType !== 'custom') return [cardId, null, null]",
    by: byPosts,
  },
  {
    file: 'worker/analytics/left-out.ts',
    guard: 'asked.value ->> 2 in (network.key, lower(network.key))',
    instead: 'lower(asked.value ->> 2) = lower(network.key)',
    by: byPosts,
  },
  {
    file: 'worker/analytics/statements.ts',
    guard: "sourceCodeIn('key')",
    instead: "'0'",
    by: 'worker/analytics/record.test.ts',
  },
  {
    file: 'worker/analytics/statements.ts',
    guard: 'where place <= ',
    instead: 'where 1 <= place or place <= ',
    by: byCrowd,
  },
  {
    file: 'worker/analytics/statements.ts',
    guard: 'sum(min(new, max(0, room)))',
    instead: 'sum(new)',
    by: byCrowd,
  },
  {
    file: 'worker/analytics/bursts.ts',
    guard: 'slice(0, mostOpen)',
    instead: 'slice(0)',
    by: byBursts,
  },
  {
    file: 'worker/analytics/bursts.ts',
    guard: 'network === null || leftOut !== null',
    instead: 'network === null',
    by: byBursts,
  },
]
