/** Section 1: what runs of templates are held to, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const levels = 'worker/cards/template-levels.ts'
const byLevels = 'worker/routes/template-levels.test.ts'

export const teamGuards: Mutant[] = [
  { file: levels, guard: ')} >= max(4,', instead: ')} > 0 or 9 > max(4,', by: byLevels },
  { file: levels, guard: 'stillKept} and not', instead: 'stillKept} and false and', by: byLevels },
  { file: levels, guard: 'actor.deleted_at is null', instead: 'true', by: byLevels },
  { file: levels, guard: 'actor.access_level >= max(4,', instead: '9 >= max(4,', by: byLevels },
  { file: levels, guard: 'and owner.access_level <= ', instead: 'and 1 <= ', by: byLevels },
  {
    file: 'worker/cards/template-job-report.ts',
    guard: 'lte(users.accessLevel, level),',
    instead: '',
    by: byLevels,
  },
]
