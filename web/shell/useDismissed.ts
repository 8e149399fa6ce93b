import type { User } from '../../schema/users/user.ts'
import { useLocalStorage } from './useLocalStorage.ts'

/** The notices that the user has hidden on this device, and a function to hide one more. */
export function useDismissed({ id }: Pick<User, 'id'>) {
  const [stored, store] = useLocalStorage(`dismissedNotices:${id}`)
  const dismissed = stored?.split(' ') ?? []
  const dismiss = (notice: string) => store([...dismissed, notice].join(' '))
  return { dismissed, dismiss }
}

/** The notice to confirm this email address; a new address is a new notice. */
export function emailNotice({ email }: Pick<User, 'email'>): string {
  return `email:${email}`
}
