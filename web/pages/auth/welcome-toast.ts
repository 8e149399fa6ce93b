import type { User } from '../../../schema/user.ts'
import { toast } from '../../ui/toasts.ts'

/** Confirms a sign-in, by password, passkey or code. */
export function welcomeToast({ fullName, username }: User): void {
  toast('Login successful', `Welcome back, ${fullName ?? username}!`)
}
