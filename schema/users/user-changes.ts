/** Contracts of changes to a user: what is stored already may stay. */
import * as z from 'zod/mini'
import { NewAccountEmail, Phone } from '../text.ts'
import { Profile, type User, UserEdit, Username } from './user.ts'

/** The profile of this user: a new email or phone must be one. */
export function profileOf({ email, phone }: Pick<User, 'email' | 'phone'>) {
  return z.extend(Profile, {
    email: unlessStored(NewAccountEmail, email),
    phone: unlessStored(Phone, phone),
  })
}

/** The edit form of this user: a new username or email must be one. */
export function userEditOf({ username, email }: Pick<User, 'username' | 'email'>) {
  return z.extend(UserEdit, {
    username: z.optional(unlessStored(Username, username)),
    email: z.optional(unlessStored(NewAccountEmail, email)),
  })
}

/**
 * The contract, except for exactly the value that is stored: what older rules allowed stays valid until it is changed.
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
