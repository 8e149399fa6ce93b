/** Contracts of users: registration, sign-in, profile, password, User Management and the handover of cards. */
import * as z from 'zod/mini'
import { Slug } from '../cards/slug.ts'
import { defaultTheme, Theme } from '../cards/theme.ts'
import { appLanguages } from '../screens.ts'
import {
  AccountEmail,
  Id,
  isBlankText,
  NewAccountEmail,
  optionalText,
  PathId,
  Phone,
  requiredText,
  StoredEmail,
  trimmedText,
} from '../text.ts'

const passwordMaxBytes = 256

/** A new password: at least 6 characters (more with `PASSWORD_MIN_LENGTH`), at most 256 bytes, never trimmed. */
function newPassword(message: string) {
  return z.string(message).check(
    z.minLength(6, message),
    z.refine(
      (text) => new TextEncoder().encode(text).length <= passwordMaxBytes,
      'Password is too long',
    ),
  )
}

/** The error for a common password. Only the worker has the list of these. */
export const commonPasswordMessage = 'This password is too common. Choose another.'

/** A password to verify: any text that is not empty. */
export function givenPassword(message: string) {
  return z
    .string(message)
    .check(z.minLength(1, message), z.maxLength(4 * passwordMaxBytes, message))
}

const StoredUsername = trimmedText(
  40,
  'Username must be at most 40 characters',
  'Username is required',
).check(z.minLength(3, 'Username must be at least 3 characters'))

/** A new username: one word, and no email address, because people sign in with either. */
export const Username = StoredUsername.check(
  z.regex(/^[^\t\p{Zs}]*$/u, 'Username cannot contain spaces. Use a hyphen or a dot instead.'),
  z.regex(/^[^@]*$/, 'Username cannot contain @. You can sign in with your email address as well.'),
)
const fullNameTooLong = 'Full name must be at most 100 characters'
const fullNameTooShort = 'Full name must be at least 2 characters'
const FullName = trimmedText(100, fullNameTooLong, 'Full name is required').check(
  z.minLength(2, fullNameTooShort),
  z.refine((name) => !isBlankText(name), fullNameTooShort),
)
const AccessLevel = z
  .int('Access level must be a number from 1 to 5')
  .check(
    z.minimum(1, 'Access level must be a number from 1 to 5'),
    z.maximum(5, 'Access level must be a number from 1 to 5'),
  )
const CardSlug = z.pipe(
  z.pipe(
    z.nullish(z.string()),
    z.transform((slug) => slug?.trim() || null),
  ),
  z.nullable(Slug),
)

const AppLanguage = z.enum(appLanguages, `Language must be one of ${appLanguages.join(', ')}`)

export const User = z
  .object({
    id: z.number(),
    username: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    fullName: z.nullable(z.string()),
    accessLevel: z.number(),
    /** The language of the app; null for the browser's. */
    language: z.nullable(AppLanguage),
    /** The language of emails to the user: `language`, or else the browser's at the last sign-in; null for English. */
    mailLanguage: z.nullable(AppLanguage),
    createdAt: z.string(),
    mustChangePassword: z.boolean(),
    /** Whether the address is verified; until then only verification links are sent to it. */
    emailVerified: z.boolean(),
    /** Present and true while this installation requires a second factor that the user has not set up. */
    factorDue: z.optional(z.literal(true)),
  })
  .register(z.globalRegistry, { id: 'User' })
export type User = z.infer<typeof User>

/** A row of User Management: a user and the slug of their first card. */
export const UserRow = z
  .extend(User, {
    cardSlug: z.nullable(z.string()),
    deletedAt: z.nullable(z.string()),
    /** Whether sign-in also requires a code. */
    secondFactor: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'UserRow' })
export type UserRow = z.infer<typeof UserRow>

export const Login = z.strictObject({
  username: requiredText(254, 'Username is required', 'Username is required'),
  password: givenPassword('Password is required'),
})
export type Login = z.infer<typeof Login>

/**
 * `theme` is the theme of the first card, which the visitor may have chosen on the landing page. `language` is the language of
 * the app at registration.
 */
export const Registration = z.strictObject({
  username: Username,
  fullName: FullName,
  email: NewAccountEmail,
  phone: Phone,
  password: newPassword('Password must be at least 6 characters'),
  theme: z._default(Theme, defaultTheme),
  language: z.optional(AppLanguage),
})
export type Registration = z.infer<typeof Registration>

/** The address is not normalized, because an older account may have it in another spelling. */
export const ResetRequest = z.strictObject({ email: StoredEmail })

export const invalidResetLinkMessage = 'This link is invalid or has expired. Request a new one.'

/** `token` is the `#t=` fragment of the emailed link. */
export const ResetConfirmation = z.strictObject({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, invalidResetLinkMessage)),
  password: newPassword('New password must be at least 6 characters'),
})

/** Asks whether a reset link still works. */
export const ResetLink = z.pick(ResetConfirmation, { token: true })

export const PasswordChange = z.strictObject({
  currentPassword: givenPassword('Current password is required'),
  newPassword: newPassword('New password must be at least 6 characters'),
})

export type PasswordChange = z.infer<typeof PasswordChange>

/** The form on the account screen, which has the new password twice. */
export const PasswordForm = z.extend(PasswordChange, { confirmPassword: z.string() }).check(
  z.refine((form) => form.confirmPassword === form.newPassword, {
    message: "Passwords don't match",
    path: ['confirmPassword'],
    when: () => true,
  }),
)

/** A missing `language` stays unchanged. */
export const Profile = z.strictObject({
  fullName: requiredText(100, fullNameTooLong, 'Full name is required'),
  email: AccountEmail,
  phone: optionalText(40, 'Phone must be at most 40 characters'),
  language: z.optional(z.nullable(AppLanguage)),
})
export type Profile = z.infer<typeof Profile>

export const NewUser = z.strictObject({
  username: Username,
  email: NewAccountEmail,
  fullName: FullName,
  password: newPassword('Password must be at least 6 characters'),
  accessLevel: z._default(AccessLevel, 1),
  cardSlug: CardSlug,
})
export type NewUser = z.infer<typeof NewUser>

/** The edit form: a missing or blank password keeps the current one, a blank slug keeps the slug. */
export const UserEdit = z.strictObject({
  username: z.optional(StoredUsername),
  email: z.optional(AccountEmail),
  fullName: z.optional(FullName),
  password: z.optional(
    z.union([z.literal(''), newPassword('Password must be at least 6 characters')]),
  ),
  accessLevel: z.optional(AccessLevel),
  cardSlug: CardSlug,
})
export type UserEdit = z.infer<typeof UserEdit>

const maxUsersPage = 1000

export const userSorts = ['id', 'username', 'fullName', 'email', 'accessLevel'] as const

/**
 * The query of the list of users. A user matches `search` if each of its words is a prefix of a word in their names or email.
 * `deleted=1` lists deleted users who can be restored.
 */
export const UsersQuery = z.strictObject({
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  level: z.optional(z.pipe(PathId, AccessLevel)),
  deleted: z.optional(z.literal('1')),
  sort: z._default(z.enum(userSorts), 'id'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  page: z._default(PathId, 1),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(maxUsersPage))), maxUsersPage),
})
export type UsersQuery = z.infer<typeof UsersQuery>

/** `to` is the id of the user who receives the cards. */
export const TransferInput = z.strictObject({ to: Id })

/** `to` is the username, in any case, of the colleague who is offered the caller's cards. */
export const OwnTransferInput = z.strictObject({
  to: requiredText(40, 'User not found', "Enter your colleague's username."),
})

/** The number of cards transferred. */
export const HandedOver = z
  .object({ cards: z.number() })
  .register(z.globalRegistry, { id: 'HandedOver' })

/** Returns the contract of this user's profile, in which only a changed email or phone must follow today's rules. */
export function profileOf({ email, phone }: Pick<User, 'email' | 'phone'>) {
  return z.extend(Profile, {
    email: unlessStored(NewAccountEmail, email),
    phone: unlessStored(Phone, phone),
  })
}

/** Returns the contract for editing this user, in which only a changed username or email must follow today's rules. */
export function userEditOf({ username, email }: Pick<User, 'username' | 'email'>) {
  return z.extend(UserEdit, {
    username: z.optional(unlessStored(Username, username)),
    email: z.optional(unlessStored(NewAccountEmail, email)),
  })
}

/**
 * Returns the contract, which also accepts exactly the stored value: what older rules allowed stays valid until it is
 * changed.
 */
function unlessStored<T extends z.ZodMiniType>(contract: T, stored: z.output<T>) {
  return z.pipe(
    z.custom<z.input<T>>(),
    z.transform((value, { issues }): z.output<T> => {
      if (Object.is(value, stored)) return stored
      const parsed = contract.safeParse(value)
      if (parsed.success) return parsed.data
      const message = parsed.error.issues[0]?.message ?? ''
      issues.push({ code: 'custom', message, input: value })
      return z.NEVER
    }),
  )
}
