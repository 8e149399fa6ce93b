import { Suspense, useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import type { User } from '../../../schema/user.ts'
import { product } from '../../product.ts'
import { Button } from '../../ui/Button.tsx'
import { soon } from '../../ui/later.tsx'

const DeleteAccountDialog = soon(
  async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog,
)

const DemoDeletionDialog = soon(
  async () => (await import('./DemoDeletionDialog.tsx')).DemoDeletionDialog,
)

/** In a demonstration it asks and then says that it does nothing; otherwise the account goes. */
export function DeleteAccount({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  const Dialog = product.demo ? DemoDeletionDialog : DeleteAccountDialog
  const first = user.id === 1 && !product.demo
  return (
    <section className="panel account-panel account-danger" aria-labelledby="danger-heading">
      <h2 id="danger-heading">Delete account</h2>
      <p>
        {first
          ? 'The first user of this installation cannot be deleted.'
          : 'Your cards stop being public at once. Everything is erased after 30 days; until then support can restore it.'}
      </p>
      {!first && (
        <Button kind="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="trash" size={18} />
          Delete Account
        </Button>
      )}
      <Suspense fallback={null}>{open && <Dialog onClose={() => setOpen(false)} />}</Suspense>
    </section>
  )
}
