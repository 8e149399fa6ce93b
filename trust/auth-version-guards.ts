/** Section 3: what ends with a change of who may sign in, or how, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const version = 'worker/auth/auth-version.ts'
const bySignIn = 'worker/auth/auth-version.test.ts'
const byIssue = 'worker/auth/conditional-issue.test.ts'
const byActor = 'worker/users/ended-session.test.ts'
const byRevert = 'worker/routes/email-revert.test.ts'
const byHeldDownload = 'worker/auth/revalidate-download.test.ts'
const byHeldBody = 'worker/middleware/slow-body.test.ts'

export const authVersionGuards: Mutant[] = [
  {
    file: version,
    guard: `sql\`\${users.authVersion} + 1\``,
    instead: `sql\`\${users.authVersion}\``,
    by: bySignIn,
  },
  { file: version, guard: `and person.auth_version = \${authVersion} `, instead: '', by: bySignIn },
  {
    file: version,
    guard: 'db.delete(signInSteps).where(and(eq(signInSteps.userId, userId), when)),',
    instead: '',
    by: bySignIn,
  },
  {
    file: version,
    guard: 'db.delete(resetTokens).where(and(eq(resetTokens.userId, userId), when)),',
    instead: '',
    by: byIssue,
  },
  {
    file: version,
    guard: 'gt(analyticsShares.expiresAt, now), all',
    instead: 'sql`false`',
    by: 'worker/auth/revocation.test.ts',
  },
  {
    file: 'worker/auth/sessions.ts',
    guard: `\${isUnchanged({ id, authVersion })} and \${when}`,
    instead: `\${when}`,
    by: bySignIn,
  },
  {
    file: 'worker/auth/sessions.ts',
    guard: 'const when = isStillSignedIn(user, now)',
    instead: `const when = sql\`true\``,
    by: bySignIn,
  },
  {
    file: 'worker/auth/sign-in.ts',
    guard: ` and \${isUnchanged({ id, authVersion })}`,
    instead: '',
    by: bySignIn,
  },
  {
    file: 'worker/users/edit.ts',
    guard: '.where(and(eq(users.id, id), isStillSignedIn(user))),',
    instead: '.where(eq(users.id, id)),',
    by: bySignIn,
  },
  {
    file: 'worker/auth/api-tokens.ts',
    guard: `and \${isStillSignedIn(user)}`,
    instead: '',
    by: byIssue,
  },
  {
    file: 'worker/auth/passkeys.ts',
    guard: `and \${isStillSignedIn(user)}`,
    instead: '',
    by: byIssue,
  },
  {
    file: 'worker/reports/share-links.ts',
    guard: `and \${isStillSignedIn(user)}`,
    instead: '',
    by: byIssue,
  },
  {
    file: 'worker/auth/second-factor.ts',
    guard: `where \${isStillSignedIn(user)}`,
    instead: 'where true',
    by: byIssue,
  },
  {
    file: 'worker/auth/second-factor.ts',
    guard: '.where(and(begun, isStillSignedIn(user))),',
    instead: '.where(begun),',
    by: byIssue,
  },
  {
    file: 'worker/auth/second-factor.ts',
    guard: `\${isOn(user.id)} and \${isStillSignedIn(user)}`,
    instead: `\${isOn(user.id)}`,
    by: byIssue,
  },
  {
    file: 'worker/auth/password-reset.ts',
    guard: ` where \${isVerified(email)}`,
    instead: ' where true',
    by: byIssue,
  },
  {
    file: 'worker/users/edit.ts',
    guard: 'rule: and(signedIn, unused)',
    instead: 'rule: signedIn',
    by: 'worker/routes/account-delete.test.ts',
  },
  {
    file: 'worker/users/edit.ts',
    guard: '...(also ? [also(when)] : []),',
    instead: '',
    by: 'worker/routes/account-delete.test.ts',
  },
  {
    file: 'worker/users/edit.ts',
    guard: 'mayStillAct(actor, links),\n    sql',
    instead: 'sql',
    by: byActor,
  },
  {
    file: 'worker/users/edit.ts',
    guard: 'mayStillAct(actor, links),\n    manageable(actorId),',
    instead: 'manageable(actorId),',
    by: byActor,
  },
  {
    file: 'worker/users/edit.ts',
    guard: 'isStillSignedIn(actor), ne(users.id, actor.id)',
    instead: 'ne(users.id, actor.id)',
    by: byActor,
  },
  {
    file: 'worker/users/permissions.ts',
    guard: `\${isStillSignedIn(actor)} and `,
    instead: '',
    by: byActor,
  },
  {
    file: 'worker/users/transfer.ts',
    guard: 'isStillSignedIn(actor), manageable(actor.id)',
    instead: 'manageable(actor.id)',
    by: byActor,
  },
  {
    file: 'worker/users/transfer.ts',
    guard: 'isStillSignedIn(actor), isOwn',
    instead: 'isOwn',
    by: byActor,
  },
  {
    file: 'worker/users/transfer.ts',
    guard: 'isStillSignedIn(receiver), ',
    instead: '',
    by: byActor,
  },
  {
    file: 'worker/auth/second-factor.ts',
    guard: 'isStillSignedIn(actor),',
    instead: '',
    by: byActor,
  },
  {
    file: 'worker/users/email-change.ts',
    guard: 'byOwner ? letter :',
    instead: 'true ? letter :',
    by: byRevert,
  },
  {
    file: 'worker/users/email-change.ts',
    guard: 'byOwner ? sql`false` : sql`exists',
    instead: 'sql`false and exists',
    by: byRevert,
  },
  {
    file: 'worker/users/edit.ts',
    guard: ', dropEmailReverts(db, id, when)] as const',
    instead: '] as const',
    by: byRevert,
  },
  {
    file: 'worker/users/edit.ts',
    guard: ', also: (when) => dropEmailReverts(db, id, when) }',
    instead: ' }',
    by: byRevert,
  },
  {
    file: 'worker/middleware/enforce-policy.ts',
    guard: 'if (row.export) abortWhenSessionEnds(c, env)',
    instead: '',
    by: byHeldDownload,
  },
  {
    file: 'worker/auth/revalidate-download.ts',
    guard: '?.authVersion !== user.authVersion',
    instead: ' === null',
    by: byHeldDownload,
  },
  {
    file: 'worker/middleware/enforce-policy.ts',
    guard: 'if (tookMs > promptMs) await identifyAgain(c, row)',
    instead: '',
    by: byHeldBody,
  },
  {
    file: 'worker/middleware/enforce-policy.ts',
    guard:
      "if (c.get('user')?.authVersion !== before.authVersion) fail(409, accountChanged)\n  checkRow(c, row)",
    instead: 'checkRow(c, row)',
    by: byHeldBody,
  },
  {
    file: 'worker/middleware/enforce-policy.ts',
    guard: 'fail(409, accountChanged)\n  checkRow(c, row)',
    instead: 'fail(409, accountChanged)',
    by: byHeldBody,
  },
  {
    file: 'worker/auth/new-credentials.ts',
    guard: 'if (isCommonPassword(password))',
    instead: 'if (false)',
    by: 'worker/auth/common-passwords.test.ts',
  },
  {
    file: 'worker/users/bulk-import.ts',
    guard: 'if (isCommonPassword(user.password))',
    instead: 'if (false)',
    by: 'worker/auth/common-passwords.test.ts',
  },
  {
    file: 'worker/auth/new-credentials.ts',
    guard: ".normalize('NFKC').toLowerCase()",
    instead: '',
    by: 'worker/auth/common-passwords.test.ts',
  },
]
