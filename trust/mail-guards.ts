/** Section 3: what letters, names and addresses are held to, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const text = 'worker/platform/email-text.ts'
const names = 'worker/users/usernames.ts'
const verifications = 'worker/users/email-verification.ts'
const byText = 'worker/platform/email-text.test.ts'
const bySkeleton = 'worker/users/usernames.test.ts'
const limits = 'worker/platform/mail-limits.ts'
const byLimits = 'worker/platform/mail-limits.test.ts'
const bySpelling = 'worker/users/email-spelling.test.ts'
const byLink = 'worker/routes/email-verification.test.ts'

export const mailGuards: Mutant[] = [
  { file: text, guard: "breakLinks(short.join(''))", instead: "short.join('')", by: byText },
  { file: names, guard: 'if (/[/\\\\]/.test(username))', instead: 'if (false)', by: byText },
  { file: names, guard: 'if (invisible.test(username))', instead: 'if (false)', by: byText },
  { file: names, guard: 'singleScript.test(username)', instead: 'true', by: byText },
  {
    file: names,
    guard: "username !== username.normalize('NFKC') ||",
    instead: 'false ||',
    by: bySkeleton,
  },
  { file: names, guard: '|| phonetic.test(username)', instead: '', by: bySkeleton },
  { file: names, guard: 'nameCharacters.test(username) &&', instead: '', by: bySkeleton },
  { file: names, guard: '&& !oddMarks.test(username)', instead: '', by: bySkeleton },
  {
    file: 'worker/users/usernames.ts',
    guard: 'latin.get(letter) ?? letter',
    instead: 'letter',
    by: bySkeleton,
  },
  {
    file: 'schema/text.ts',
    guard: '\\\\p{Cc}\\\\p{Cf}\\\\p{Default_Ignorable_Code_Point}',
    instead: '',
    by: byText,
  },
  {
    file: 'worker/platform/mail.ts',
    guard: 'if (!(await isWithinLimits(env, prepared))) return',
    instead: 'await isWithinLimits(env, prepared)',
    by: 'worker/platform/mail-limits.test.ts',
  },
  {
    file: limits,
    guard: "if (kind === 'undo' || kind === 'requested') return true",
    instead: "if (kind === 'requested') return true",
    by: byLimits,
  },
  { file: limits, guard: 'handover: 3', instead: 'handover: own', by: byLimits },
  {
    file: limits,
    guard: "kind === 'notice' ? to.toLowerCase() : mailboxOf(to)",
    instead: 'to',
    by: byLimits,
  },
  { file: limits, guard: "name.replaceAll('.', '')", instead: 'name', by: byLimits },
  { file: limits, guard: 'return wait ||', instead: 'return', by: byLimits },
  {
    file: 'worker/routes/account.ts',
    guard: 'if (pause > 0)',
    instead: 'if (false)',
    by: byLimits,
  },
  {
    file: 'worker/auth/api-tokens.ts',
    guard: 'who: String(found.user.id)',
    instead: 'who: found.tokenId',
    by: 'worker/routes/tokens.test.ts',
  },
  { file: 'schema/text.ts', guard: '!/[/?#%]/.test(domain) &&', instead: '', by: bySpelling },
  {
    file: 'schema/text.ts',
    guard: '/@[^.]+(\\.[^.]+)*$/.test(ascii) &&',
    instead: '',
    by: bySpelling,
  },
  { file: 'schema/text.ts', guard: 'new URL(url).hostname', instead: 'domain', by: bySpelling },
  {
    file: 'worker/routes/users.ts',
    guard: '{ ...form, email } : form',
    instead: 'form : form',
    by: bySpelling,
  },
  {
    file: 'worker/auth/password-reset.ts',
    guard: 'const spelled = AccountEmail.safeParse(email).data ?? email',
    instead: 'const spelled = email',
    by: bySpelling,
  },
  { file: verifications, guard: 'if (emailVerified) await', instead: 'await', by: byLink },
  { file: verifications, guard: 'link.expiresAt <= now', instead: 'false', by: byLink },
  { file: verifications, guard: 'eq(users.email, link.email), ', instead: '', by: byLink },
  {
    file: 'worker/auth/password-reset.ts',
    guard: 'and(hasAddress(email), isNotNull(users.emailVerifiedAt))',
    instead: 'hasAddress(email)',
    by: byLink,
  },
  {
    file: 'worker/users/store.ts',
    guard: 'usernameSkeleton: usernameSkeleton(username),',
    instead: '',
    by: bySkeleton,
  },
]
