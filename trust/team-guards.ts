/** Section 1: what runs of templates are held to, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const levels = 'worker/templates/store.ts'
const rules = 'schema/access.ts'
const handover = 'worker/users/transfer.ts'
const byHandover = 'worker/routes/transfers.test.ts'
const routes = 'worker/routes/transfers.ts'
const offers = 'worker/users/transfer.ts'
const byOffers = 'worker/routes/handover-offers.test.ts'
const byLevels = 'worker/routes/template-levels.test.ts'

export const teamGuards: Mutant[] = [
  { file: levels, guard: ')} >= max(4,', instead: ')} > 0 or 9 > max(4,', by: byLevels },
  { file: levels, guard: 'stillKept} and not', instead: 'stillKept} and false and', by: byLevels },
  { file: levels, guard: 'actor.deleted_at is null', instead: 'true', by: byLevels },
  { file: levels, guard: 'actor.access_level >= max(4,', instead: '9 >= max(4,', by: byLevels },
  {
    file: levels,
    guard: `and owner.access_level <= \${jobLevel}`,
    instead: `and 1 <= \${jobLevel}`,
    by: byLevels,
  },
  {
    file: 'worker/templates/run-report.ts',
    guard: 'lte(users.accessLevel, level),',
    instead: '',
    by: byLevels,
  },
  {
    file: 'worker/templates/run.ts',
    guard: 'isRead})',
    instead: 'isRead} or true)',
    by: byLevels,
  },
  {
    file: 'worker/routes/users.ts',
    guard: 'allow(canSetLevel(actor, target), relevel)',
    instead: '',
    by: 'worker/routes/users-edit.test.ts',
  },
  {
    file: 'worker/users/edit.ts',
    guard: '    belowOrByFive(actorId),\n    sql`',
    instead: '    sql`',
    by: 'worker/users/edit.test.ts',
  },
  { file: rules, guard: '<= Date.now() - handOverAfterMs', instead: '> 0', by: byHandover },
  {
    file: handover,
    guard: 'users.deletedAt} <= ',
    instead: 'users.deletedAt} is not null or null = ',
    by: byHandover,
  },
  {
    file: handover,
    guard: 'isOwn ? hasRoom(id) : manageable',
    instead: 'isOwn ? undefined : manageable',
    by: byHandover,
  },
  { file: handover, guard: 'together} <= 1', instead: 'together} >= 0', by: byHandover },
  { file: handover, guard: '} = 5 when 4', instead: '} > 0 when 4', by: byHandover },
  {
    file: handover,
    guard: 'templateId: templateOf(from, to),',
    instead: '',
    by: byHandover,
  },
  {
    file: offers,
    guard: 'if (expiresAt <= nowSeconds()) return undefined',
    instead: '',
    by: byOffers,
  },
  { file: offers, guard: 'return signed ?', instead: 'return true ?', by: byOffers },
  { file: offers, guard: '[from.id, from.authVersion, ', instead: '[from.id, ', by: byOffers },
  { file: offers, guard: 'from.cards, to, expiresAt]', instead: 'to, expiresAt]', by: byOffers },
  { file: offers, guard: 'to, expiresAt])', instead: 'expiresAt])', by: byOffers },
  { file: offers, guard: 'to, expiresAt])', instead: 'to])', by: byOffers },
  { file: offers, guard: `\${isUnchanged(from)} and `, instead: '', by: byOffers },
  {
    file: offers,
    guard: `\${cardIdsOf(from.id)} = \${from.cards} and `,
    instead: '',
    by: byOffers,
  },
  {
    file: offers,
    guard: `= \${from.cards} and exists \${colleague})`,
    instead: `= \${from.cards})`,
    by: byOffers,
  },
  { file: offers, guard: ', hasRoom(from.id))', instead: ')', by: byOffers },
  { file: offers, guard: 'from.authVersion + 1 }', instead: 'from.authVersion }', by: byOffers },
  {
    file: routes,
    guard: 'if (!caller.emailVerified) fail(409, unconfirmed)',
    instead: '',
    by: byOffers,
  },
  { file: routes, guard: 'to.emailVerified && ', instead: '', by: byOffers },
  { file: routes, guard: 'if (giver.count === 0) fail(409, noCards)', instead: '', by: byOffers },
  { file: routes, guard: 'allow(receiverOf(token) === id,', instead: 'allow(true,', by: byOffers },
  {
    file: routes,
    guard: 'if (!slugs) fail(409, changed)',
    instead: 'if (!slugs) return c.json({ cards: 0 })',
    by: byOffers,
  },
]
