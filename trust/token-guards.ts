/** Section 3: what ends a session, a link or a token, and what keeps user 1, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const sessions = 'worker/auth/sessions.ts'
const tokens = 'worker/auth/api-tokens.ts'
const users = 'worker/routes/users.ts'
const by = 'worker/auth/expiry.test.ts'
const byFirst = 'worker/routes/first-user.test.ts'

export const tokenGuards: Mutant[] = [
  { file: sessions, guard: 'now - lastSeenAt > idle', instead: 'false', by },
  { file: sessions, guard: 'now - startedAt > absolute', instead: 'false', by },
  { file: sessions, guard: 'return accessLevel >= 4', instead: 'return false', by },
  { file: tokens, guard: 'isNull(apiTokens.revokedAt),\n', instead: '\n', by },
  {
    file: 'worker/auth/reauthenticate.ts',
    guard: 'Date.now() - requireUser(c).authAt > recentAuthMs',
    instead: 'false',
    by,
  },
  { file: tokens, guard: 'isNull(users.deletedAt)', instead: 'undefined', by },
  {
    file: 'worker/auth/password-reset.ts',
    guard: `sql\`\${resetTokens.expiresAt} > \${now}\`,`,
    instead: '',
    by,
  },
  {
    file: 'worker/auth/sign-in.ts',
    guard: 'gt(signInSteps.expiresAt, now),',
    instead: '',
    by,
  },
  { file: 'worker/users/email-change.ts', guard: `and expires_at > \${now}`, instead: '', by },
  {
    file: 'worker/auth/webauthn.ts',
    guard: 'gt(passkeyChallenges.expiresAt, now),',
    instead: '',
    by,
  },
  { file: 'worker/reports/share-links.ts', guard: 'share.expiresAt <= now', instead: 'false', by },
  {
    file: users,
    guard: "allow(target.id !== firstUser, 'The first user cannot be deleted')",
    instead: '',
    by: byFirst,
  },
  {
    file: users,
    guard: "allow(target.id !== firstUser, 'The first user always keeps access level 5')",
    instead: '',
    by: byFirst,
  },
  {
    file: 'worker/routes/account.ts',
    guard: "allow(user.id !== firstUser, 'The first user cannot be deleted')",
    instead: '',
    by: byFirst,
  },
]
