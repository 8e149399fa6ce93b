/** Section 3: what a passkey is held to, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const challenges = 'worker/auth/webauthn.ts'
const proofs = 'worker/auth/webauthn.ts'
const stored = 'worker/auth/passkeys.ts'
const by = 'worker/routes/passkeys.test.ts'
const byList = 'worker/routes/passkey-list.test.ts'

export const passkeyGuards: Mutant[] = [
  { file: challenges, guard: 'eq(passkeyChallenges.purpose, purpose),', instead: '', by },
  {
    file: challenges,
    guard: `sql\`\${passkeyChallenges.sessionId} is \${sessionId ?? null}\`,`,
    instead: '',
    by,
  },
  { file: challenges, guard: 'gt(passkeyChallenges.expiresAt, now),', instead: '', by },
  { file: challenges, guard: 'spent.length > 0 ? challenge : undefined', instead: 'challenge', by },
  { file: challenges, guard: 'crossOrigin: z.optional(z.literal(false)),', instead: '', by },
  { file: proofs, guard: '(user && user.id !== found.user.id)', instead: 'false', by },
  {
    file: proofs,
    guard: 'sent.userHandle !== null && sent.userHandle !== handleOf(found.user)',
    instead: 'false',
    by,
  },
  {
    file: proofs,
    guard: 'requireUserVerification: true,\n    supported',
    instead: 'requireUserVerification: false,\n    supported',
    by: byList,
  },
  {
    file: proofs,
    guard: 'counter },\n    requireUserVerification: true',
    instead: 'counter },\n    requireUserVerification: false',
    by,
  },
  {
    file: proofs,
    guard: "'base64url')), counter },",
    instead: "'base64url')), counter: 0 },",
    by,
  },
  { file: proofs, guard: 'if (wait > 0) return wait', instead: '', by },
  { file: proofs, guard: "if (own.length >= maxPasskeys) return 'full'", instead: '', by: byList },
  {
    file: stored,
    guard: `(select count(*) from passkeys where user_id = \${userId}) < \${maxPasskeys}`,
    instead: 'true',
    by: byList,
  },
  { file: stored, guard: ', isNull(users.deletedAt)', instead: '', by },
  { file: stored, guard: ', eq(passkeys.counter, from)', instead: '', by },
  {
    file: stored,
    guard: '...revokeAccess(db, userId, { when: found, keep: { session: sessionId } }),',
    instead: '',
    by: byList,
  },
  {
    file: 'worker/auth/password-reset.ts',
    guard: 'dropPasskeysOf(db, row.userId, reset),',
    instead: '',
    by: byList,
  },
  {
    file: 'worker/users/email-change.ts',
    guard: 'dropPasskeysOf(db, userId, good),',
    instead: 'dropPasskeysOf(db, 0, good),',
    by: byList,
  },
  {
    file: 'worker/users/edit.ts',
    guard: 'dropPasskeysOf(db, id, when), dropEmail',
    instead: 'dropEmail',
    by: byList,
  },
]
