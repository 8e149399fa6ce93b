import { deleteAccount } from '../../data/account.ts'
import { useFactor } from '../../data/second-factor.ts'
import { ProofForm } from '../../shell/ProofForm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

const text =
  'Your cards stop being public now and every device is signed out. After 30 days your account, your cards and everything visitors sent you are erased.'
const action = { label: 'Delete Account', busy: 'Deleting...', kind: 'danger' } as const

/** Asks for the password once more, and a code where a second factor is on; then the account is gone and the landing page opens. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { factor, error } = useFactor()
  return (
    <Dialog title="Are you absolutely sure?" onClose={onClose}>
      {factor || error ? (
        <ProofForm
          withCode={factor?.on ?? false}
          text={text}
          failed="Deletion failed"
          action={action}
          onCancel={onClose}
          onProof={async (proof) => {
            await deleteAccount(proof)
            location.assign('/')
          }}
        />
      ) : (
        <div className="dialog-body">
          <div className="skeleton mail-skeleton" />
        </div>
      )}
    </Dialog>
  )
}
