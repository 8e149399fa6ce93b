/** Section 3: what letters, names and addresses are held to, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const text = 'worker/letter-text.ts'
const names = 'worker/users/names.ts'
const verifications = 'worker/users/email-verifications.ts'
const byText = 'worker/letter-text.test.ts'
const byLink = 'worker/routes/email-verification.test.ts'

export const mailGuards: Mutant[] = [
  { file: text, guard: "unlinked(short.join(''))", instead: "short.join('')", by: byText },
  { file: names, guard: 'if (/[/\\\\]/.test(username))', instead: 'if (false)', by: byText },
  { file: names, guard: 'if (unseen.test(username))', instead: 'if (false)', by: byText },
  { file: names, guard: 'oneWriting.test(username)', instead: 'true', by: byText },
  {
    file: 'worker/mail.ts',
    guard: 'if (!(await isWithinLimits(env, prepared))) return',
    instead: 'await isWithinLimits(env, prepared)',
    by: 'worker/mail-limits.test.ts',
  },
  { file: verifications, guard: 'if (emailVerified) await', instead: 'await', by: byLink },
  { file: verifications, guard: 'link.expiresAt <= now', instead: 'false', by: byLink },
  { file: verifications, guard: 'eq(users.email, link.email), ', instead: '', by: byLink },
  {
    file: 'worker/users/reset-tokens.ts',
    guard: 'and(hasAddress(email), isNotNull(users.emailVerifiedAt))',
    instead: 'hasAddress(email)',
    by: byLink,
  },
  {
    file: 'worker/users/store.ts',
    guard: 'usernameSkeleton: usernameSkeleton(username),',
    instead: '',
    by: 'worker/users/skeleton.test.ts',
  },
]
