import { demoMessage } from '../../schema/accounts/account.ts'
import { t, translated } from '../messages/t.ts'
import { ReauthenticationForm } from '../shell/ReauthenticationForm.tsx'
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx'
import { infoToast } from '../ui/toasts.ts'
import { deleteAccount } from './data/account.ts'
import { useSecondFactor } from './data/second-factor.ts'

const text = t(
  'Your cards go offline now and every device is signed out. After 30 days, your account, cards and form submissions are erased.',
)
const action = { label: t('Delete Account'), busy: t('Deleting...'), kind: 'danger' } as const

/**
 * Asks for the password, and a code if a second factor is enabled, deletes the account and opens
 * the landing page.
 */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { factor, error } = useSecondFactor()
  return (
    <Dialog title={t('Are you absolutely sure?')} onClose={onClose}>
      {factor || error ? (
        <ReauthenticationForm
          withCode={factor?.on ?? false}
          text={text}
          failureTitle={t('Deletion failed')}
          action={action}
          onCancel={onClose}
          onSubmit={async (proof) => {
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

/** Confirms, then says that demo accounts cannot be deleted. */
export function DemoDeletionDialog({ onClose }: { onClose: () => void }) {
  const confirm = () => {
    onClose()
    infoToast(t('Account deletion'), translated(demoMessage))
  }
  return (
    <ConfirmDialog
      title={t('Are you absolutely sure?')}
      text={t('This deletes your account, cards and form submissions.')}
      action={t('Delete Account')}
      busy={false}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
