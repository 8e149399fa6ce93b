import { Suspense, useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import type { User } from '../../../schema/user.ts'
import { Button } from '../../ui/Button.tsx'
import { soon } from '../../ui/later.tsx'

const UserDialog = soon(async () => (await import('./UserDialog.tsx')).UserDialog)

export function NewUserButton({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <Icon name="plus" size={18} />
        Add New User
      </Button>
      <Suspense fallback={null}>
        {open && <UserDialog actor={user} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
