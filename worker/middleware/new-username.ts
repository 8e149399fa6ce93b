import { fail } from '../http.ts'
import { usernameRefusal } from '../users/names.ts'

/** Goes on, or refuses a new username with 400 `username` and the sentence that says what is wrong with it. */
export function allowUsername(username: string): void {
  const refusal = usernameRefusal(username)
  if (refusal) fail(400, refusal, { code: 'username' })
}
