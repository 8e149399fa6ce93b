import { AccountDeletion } from '../../../schema/account.ts'
import { RequestError } from '../../api.ts'
import { deleteAccount } from '../../data/account.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'

/** Asks for the password once more; then the account is gone and the landing page opens. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { attempt, failure } = useAttempt('Deletion failed')
  const submit = (
    { password }: { password: string },
    refuse: (field: 'password', message: string) => void,
  ) =>
    attempt(async () => {
      await deleteAccount(password).catch((error) => {
        if (error instanceof RequestError && error.code === 'wrong-password')
          refuse('password', error.sentence)
        throw error
      })
      location.assign('/')
    })
  return (
    <Dialog title="Are you absolutely sure?" onClose={onClose}>
      <Form contract={AccountDeletion} start={{ password: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <p className="dialog-text">
                Your cards stop being public now and every device is signed out. After 30 days your
                account, your cards and everything visitors sent you are erased.
              </p>
              {failure && (
                <Note kind="bad" title="Deletion failed">
                  {failure}
                </Note>
              )}
              <PasswordField
                name="password"
                label="Your password"
                autoComplete="current-password"
              />
            </div>
            <footer className="dialog-foot">
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" kind="danger" busy={busy && 'Deleting...'}>
                Delete Account
              </Button>
            </footer>
          </>
        )}
      </Form>
    </Dialog>
  )
}
