/** Section 3: who gets into an account, and who does not. */
import { authVersionGuards } from './auth-version-guards.ts'
import { mailGuards } from './mail-guards.ts'
import { noticed } from './mutants.ts'
import { passkeyGuards } from './passkey-guards.ts'
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'
import { securityEventGuards } from './security-event-guards.ts'
import { tokenGuards } from './token-guards.ts'

export async function prove(): Promise<Proof[]> {
  const promises = provenBy('worker', 'promises about accounts', [
    'worker/platform/rate-limiter.test.ts',
    'worker/auth/lockout.test.ts',
    'worker/auth/revocation.test.ts',
    'worker/auth/auth-version.test.ts',
    'worker/auth/conditional-issue.test.ts',
    'worker/auth/totp.test.ts',
    'worker/platform/encryption.test.ts',
    'worker/auth/passwords.test.ts',
    'worker/auth/sessions.test.ts',
    'worker/auth/reauthenticate.test.ts',
    'worker/routes/auth.test.ts',
    'worker/routes/register.test.ts',
    'worker/routes/own-password.test.ts',
    'worker/routes/reset.test.ts',
    'worker/routes/second-factor.test.ts',
    'worker/routes/second-factor-off.test.ts',
    'worker/routes/passkeys.test.ts',
    'worker/routes/passkey-list.test.ts',
    'worker/routes/first-user.test.ts',
    'worker/auth/expiry.test.ts',
    'worker/ops/security-events/kinds.test.ts',
    'worker/ops/security-events/record.test.ts',
    'worker/routes/security-events.test.ts',
    'worker/routes/email-verification.test.ts',
    'worker/users/usernames.test.ts',
    'worker/platform/mail-limits.test.ts',
    'worker/users/email-spelling.test.ts',
    'worker/platform/email-text.test.ts',
  ])
  const mutants = [
    await noticed('what a passkey is held to, taken away and noticed', passkeyGuards),
    await noticed('what mail, names and addresses are held to, taken away and noticed', mailGuards),
    await noticed(
      'what ends with a change of who may sign in, taken away and noticed',
      authVersionGuards,
    ),
    await noticed(
      'what the log of security events is held to, taken away and noticed',
      securityEventGuards,
    ),
    await noticed('ends of sessions, links and tokens taken away, and noticed', tokenGuards),
  ]
  const found = [...(await promises), ...mutants]
  // By itself: what runs beside it is heard in its timed samples.
  const alike = await provenBy('worker', 'calls that cost the same, whoever they name', [
    'worker/auth/enumeration.test.ts',
  ])
  return [...found, ...alike]
}
