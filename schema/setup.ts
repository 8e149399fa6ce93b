/** The form that creates the first user of an installation. */
import * as z from 'zod/mini'
import { NewUser } from './user.ts'

const { username, email, fullName, password } = NewUser.shape

export const notTheSecret = 'This is not the secret of this installation.'

export const FirstUser = z.strictObject({
  ...{ username, email, fullName, password },
  secret: z
    .string(notTheSecret)
    .check(z.minLength(1, notTheSecret), z.maxLength(256, notTheSecret)),
})
export type FirstUser = z.infer<typeof FirstUser>
