/** The form that creates the first user of an installation. */
import * as z from 'zod/mini'
import { NewUser } from '../users/user.ts'

const { username, email, fullName, password } = NewUser.shape

export const wrongSecretMessage = 'This is not the secret of this installation.'

export const FirstUser = z.strictObject({
  ...{ username, email, fullName, password },
  secret: z
    .string(wrongSecretMessage)
    .check(z.minLength(1, wrongSecretMessage), z.maxLength(256, wrongSecretMessage)),
})
export type FirstUser = z.infer<typeof FirstUser>
