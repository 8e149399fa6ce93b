import { useState } from 'react'
import type { UserRow } from '../../../schema/user.ts'
import { deleteUser, restoreUser } from '../../data/users.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { toast } from '../../ui/toasts.ts'

/** Deleting a user after the browser has asked, and bringing them back; `gone` is who was deleted last. */
export function useRemoveUser() {
  const deletion = useAttempt('Error', 'Failed to delete user')
  const restoring = useAttempt('Error', 'Failed to restore user')
  const [gone, setGone] = useState<UserRow>()
  const remove = (row: UserRow) => {
    if (!window.confirm('Are you sure you want to delete this user?')) return
    void deletion.attempt(async () => {
      await deleteUser(row.id)
      setGone(row)
      toast('Success', 'User deleted successfully')
    })
  }
  const restore = (row: UserRow) =>
    void restoring.attempt(async () => {
      await restoreUser(row.id)
      setGone(undefined)
      toast('Success', 'User restored successfully')
    })
  return {
    gone,
    remove,
    restore,
    forget: () => setGone(undefined),
    busy: deletion.busy || restoring.busy,
    failure: deletion.failure ?? restoring.failure,
  }
}
