/** The second factor: an authenticator app, the recovery codes beside it, and proving again who one is. */
import * as z from 'zod/mini'
import { givenPassword, User } from './user.ts'

const noCode = 'Enter the 6 digits of your app, or a recovery code'

/** Six digits of the app, or one of the recovery codes, however it is spaced. */
const Code = z
  .pipe(
    z.string(noCode).check(z.maxLength(60, noCode)),
    z.transform((text) => text.replace(/[\s-]/g, '').toLowerCase()),
  )
  .check(z.refine((code) => isAppCode(code) || /^[a-z2-7]{16}$/.test(code), noCode))

export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/** What a right password answers where a second factor is on: nobody is signed in yet. */
export const CodeNeeded = z
  .object({
    codeNeeded: z.literal(true),
    /** Goes along with the code; good for ten minutes and one sign-in. */
    token: z.string(),
  })
  .register(z.globalRegistry, { id: 'CodeNeeded' })

export const SignedIn = z.union([User, CodeNeeded])

export const signInExpiredMessage = 'This took too long. Sign in again.'

export const SecondStep = z.strictObject({
  token: z.string(signInExpiredMessage).check(z.regex(/^[\w-]{43}$/, signInExpiredMessage)),
  code: Code,
})

/** How the own second factor stands. */
export const SecondFactor = z
  .object({
    on: z.boolean(),
    since: z.nullable(z.string()),
    /** How many recovery codes are left. */
    recoveryCodes: z.number(),
    /** Whether this installation asks the user for one. */
    required: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof SecondFactor>

/** What the app is given: `uri` as a QR code, `secret` to type. */
export const FactorSetUp = z
  .object({ secret: z.string(), uri: z.string() })
  .register(z.globalRegistry, { id: 'FactorSetUp' })
export type FactorSetUp = z.infer<typeof FactorSetUp>

const noDigits = 'Enter the 6 digits of your app'

export const FactorProof = z.strictObject({
  code: z
    .pipe(
      z.string(noDigits).check(z.maxLength(60, noDigits)),
      z.transform((text) => text.replace(/\s/g, '')),
    )
    .check(z.refine(isAppCode, noDigits)),
})

/** Shown this once. */
export const RecoveryCodes = z
  .object({ codes: z.array(z.string()) })
  .register(z.globalRegistry, { id: 'RecoveryCodes' })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

const Password = givenPassword('Password is required')

export const FactorRemoval = z.strictObject({ password: Password, code: Code })

/** `code` where a second factor is on. */
export const Reauthentication = z.strictObject({ password: Password, code: z.optional(Code) })
export type Reauthentication = z.input<typeof Reauthentication>

export const wrongCodeMessage = 'This code is not right. Wait for the next one, then try again.'
