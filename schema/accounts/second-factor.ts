/** Two-factor authentication: authenticator app, recovery codes and reauthentication. */
import * as z from 'zod/mini'
import { givenPassword, User } from '../users/user.ts'

const codeMessage = 'Enter the 6-digit code from your app, or a recovery code'

/** A six-digit code from the app, or a recovery code; spaces and hyphens are ignored. */
const Code = z
  .pipe(
    z.string(codeMessage).check(z.maxLength(60, codeMessage)),
    z.transform((text) => text.replace(/[\s-]/g, '').toLowerCase()),
  )
  .check(z.refine((code) => isAppCode(code) || /^[a-z2-7]{16}$/.test(code), codeMessage))

export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/** The response to a correct password when a second factor is on; the user is not signed in yet. */
export const CodeNeeded = z
  .object({
    codeNeeded: z.literal(true),
    /** Sent back with the code; valid for ten minutes and one sign-in. */
    token: z.string(),
  })
  .register(z.globalRegistry, { id: 'CodeNeeded' })

export const SignedIn = z.union([User, CodeNeeded])

export const signInExpiredMessage = 'This took too long. Sign in again.'

export const SecondFactorSignIn = z.strictObject({
  token: z.string(signInExpiredMessage).check(z.regex(/^[\w-]{43}$/, signInExpiredMessage)),
  code: Code,
})

/** Whether the user has a second factor, and since when. */
export const SecondFactor = z
  .object({
    on: z.boolean(),
    since: z.nullable(z.string()),
    /** The number of unused recovery codes. */
    recoveryCodes: z.number(),
    /** True if this installation requires the user to have a second factor. */
    required: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof SecondFactor>

/** The key for the authenticator app: `uri` for a QR code, `secret` to type. */
export const SecondFactorSetup = z
  .object({ secret: z.string(), uri: z.string() })
  .register(z.globalRegistry, { id: 'FactorSetUp' })
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>

const digitsMessage = 'Enter the 6-digit code from your app'

export const SecondFactorConfirmation = z.strictObject({
  code: z
    .pipe(
      z.string(digitsMessage).check(z.maxLength(60, digitsMessage)),
      z.transform((text) => text.replace(/\s/g, '')),
    )
    .check(z.refine(isAppCode, digitsMessage)),
})

/** Shown only once. */
export const RecoveryCodes = z
  .object({ codes: z.array(z.string()) })
  .register(z.globalRegistry, { id: 'RecoveryCodes' })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

const Password = givenPassword('Password is required')

export const SecondFactorRemoval = z.strictObject({ password: Password, code: Code })

/** `code` is required if a second factor is on. */
export const Reauthentication = z.strictObject({ password: Password, code: z.optional(Code) })
export type Reauthentication = z.input<typeof Reauthentication>

export const wrongCodeMessage = 'This code is incorrect. Wait for the next one and try again.'
