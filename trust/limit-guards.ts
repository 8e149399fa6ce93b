/** Section 1: what a caller may use up, each limit with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const body = 'worker/middleware/request-body.ts'

export const limitGuards: Mutant[] = [
  {
    file: body,
    guard: 'row.maxBody ?? 0',
    instead: '9_000_000',
    by: 'worker/fuzz.test.ts',
  },
  {
    file: 'worker/middleware/rate-limit.ts',
    guard: 'if (!success) tooMany',
    instead: 'if (false) tooMany',
    by: 'worker/middleware/rate-limit.test.ts',
  },
  {
    file: 'worker/middleware/rate-limit.ts',
    guard: 'if (wait > 0) tooMany',
    instead: 'if (false) tooMany',
    by: 'worker/middleware/rate-limit.test.ts',
  },
  {
    file: 'worker/inbox/proof-of-work.ts',
    guard: 'timingSafeEqual(derived.subarray(32),',
    instead: 'true || timingSafeEqual(derived.subarray(32),',
    by: 'worker/routes/forms-limits.test.ts',
  },
  {
    file: 'worker/inbox/proof-of-work.ts',
    guard: 'proof.expires <= now ||',
    instead: 'false ||',
    by: 'worker/routes/forms-limits.test.ts',
  },
  {
    file: 'worker/inbox/form-submission.ts',
    guard: 'if ((await consumeLimit(env, once)) > 0) return 0',
    instead: '',
    by: 'worker/routes/forms-limits.test.ts',
  },
  {
    file: 'worker/inbox/form-submission.ts',
    guard: '(most - taken)',
    instead: 'most',
    by: 'worker/routes/forms-limits.test.ts',
  },
  {
    file: body,
    guard: 'all > mostBytes ||',
    instead: 'false ||',
    by: 'worker/middleware/request-body.test.ts',
  },
  {
    file: body,
    guard: 'own > mostBytesOfOne',
    instead: 'false',
    by: 'worker/middleware/request-body.test.ts',
  },
  {
    file: body,
    guard: 'own > mostBytesOfNetwork',
    instead: 'false',
    by: 'worker/middleware/request-body.test.ts',
  },
  {
    file: body,
    guard: 'anonymous > mostBytesOfAnonymous ||',
    instead: 'false ||',
    by: 'worker/middleware/request-body.test.ts',
  },
  {
    file: 'worker/cards/page-cache.ts',
    guard: 'maxEntrySize: maxPageBytes,',
    instead: '',
    by: 'worker/cards/public-page.test.ts',
  },
  {
    file: 'worker/cards/page-cache.ts',
    guard: 'maxSize: maxBytes,',
    instead: 'maxSize: Number.MAX_SAFE_INTEGER,',
    by: 'worker/cards/public-page.test.ts',
  },
  {
    file: body,
    guard: 'other.expiresAt <= now',
    instead: 'false',
    by: 'worker/middleware/request-body.test.ts',
  },
]
