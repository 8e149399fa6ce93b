import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import { toast } from '../../ui/toasts.ts'

/** Confirms a sign-in, by password, passkey or code. */
export function welcomeToast({ fullName, username }: User): void {
  toast(t('Login successful'), t('Welcome back, {fullName}!', { fullName: fullName ?? username }))
}
