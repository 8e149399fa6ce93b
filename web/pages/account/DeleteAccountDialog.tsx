import { deleteAccount } from '../../data/account.ts'
import { ProofForm } from '../../shell/ProofForm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

const text =
  'Your cards stop being public now and every device is signed out. After 30 days your account, your cards and everything visitors sent you are erased.'
const action = { label: 'Delete Account', busy: 'Deleting...', kind: 'danger' } as const

/** Asks for the password once more; then the account is gone and the landing page opens. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Are you absolutely sure?" onClose={onClose}>
      <ProofForm
        withCode={false}
        text={text}
        failed="Deletion failed"
        action={action}
        onCancel={onClose}
        onProof={async ({ password }) => {
          await deleteAccount(password)
          location.assign('/')
        }}
      />
    </Dialog>
  )
}
