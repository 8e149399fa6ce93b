import { useState } from 'react'
import type * as z from 'zod/mini'
import { demoMessage } from '../../schema/accounts/account.ts'
import { OwnTransferInput } from '../../schema/users/user.ts'
import { RequestError } from '../api.ts'
import { t, translated } from '../messages/t.ts'
import { ReauthenticationForm } from '../shell/Reauthentication.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { ConfirmDialog, Dialog, DialogFoot, DoneFoot } from '../ui/Dialog.tsx'
import { Field, Form, verbatim } from '../ui/Form.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { infoToast } from '../ui/toasts.ts'
import { deleteAccount, offerTransfer } from './data/account.ts'
import { useSecondFactor } from './data/sign-in-methods.ts'

/** Offers all of the user's cards to a colleague, who gets them by accepting. */
export function OfferTransferDialog({ onClose }: { onClose: () => void }) {
  const [message, setMessage] = useState<string>()
  const { attempt, failure } = useSubmit(t('Failed to send offer'))
  const submit = (
    { to }: z.infer<typeof OwnTransferInput>,
    setFieldError: (field: 'to', message: string) => void,
  ) =>
    attempt(async () => {
      const message = await offerTransfer(to).catch((error) => {
        if (error instanceof RequestError && isAboutColleague(error))
          setFieldError('to', error.serverMessage)
        throw error
      })
      setMessage(message)
    })
  if (message !== undefined) return <Sent message={message} onClose={onClose} />
  return (
    <Dialog title={t('Hand over your cards')} onClose={onClose}>
      <Form schema={OwnTransferInput} defaultValues={{ to: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <p className="dialog-text">
                {t(
                  "We'll email your colleague. When they accept, they get all your cards, with links, analytics and form submissions. You can't undo this.",
                )}
              </p>
              <p className="dialog-text">
                {t(
                  'You can choose an Admin or, if you have only one card, a colleague without a card. For anyone else, ask a System Admin.',
                )}
              </p>
              <Field
                name="to"
                label={t("Your colleague's username")}
                hint={t('Your colleague can find it in their account.')}
                autoComplete="off"
                {...verbatim}
              />
              <FailureNote title={t('Failed to send offer')} message={failure} />
            </div>
            <DialogFoot
              action={t('Send offer')}
              busy={busy && t('Sending...')}
              onCancel={onClose}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function isAboutColleague({ status, code }: RequestError): boolean {
  return [400, 403, 404].includes(status) && code !== 'reauthenticate'
}

function Sent({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <Dialog title={t('Offer sent')} onClose={onClose}>
      <div className="dialog-body">
        <Note kind="ok">{message}</Note>
        <p className="dialog-text">
          {t(
            'Until they accept, the cards stay yours. To withdraw the offer, change your password.',
          )}
        </p>
      </div>
      <DoneFoot onClose={onClose} />
    </Dialog>
  )
}

const deletionText = t(
  'Your cards go offline now and every device is signed out. After 30 days, your account, cards and form submissions are erased.',
)
const action = { label: t('Delete Account'), busy: t('Deleting...'), kind: 'danger' } as const

/**
 * Asks for the password, and for a code if the second factor is on; then deletes the account and opens the landing
 * page.
 */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { factor, error } = useSecondFactor()
  return (
    <Dialog title={t('Are you absolutely sure?')} onClose={onClose}>
      {factor || error ? (
        <ReauthenticationForm
          withCode={factor?.on ?? false}
          text={deletionText}
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
