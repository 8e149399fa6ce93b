import { type Passkey, PasskeyName } from '../../../schema/passkey.ts'
import { removePasskey, renamePasskey } from '../../data/passkeys.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'

type Asked = { passkey: Passkey; onClose: () => void }

export function RenamePasskeyDialog({ passkey: { id, name: former }, onClose }: Asked) {
  const { attempt, failure } = useAttempt('Not renamed')
  const submit = ({ name }: PasskeyName) =>
    attempt(async () => {
      await renamePasskey(id, name)
      onClose()
    })
  return (
    <Dialog title="Rename this passkey" onClose={onClose}>
      <Form contract={PasskeyName} start={{ name: former }} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              {failure && (
                <Note kind="bad" title="Not renamed">
                  {failure}
                </Note>
              )}
              <Field name="name" label="Passkey name" hint="Where it is kept, such as Phone" />
            </div>
            <footer className="dialog-foot">
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" kind="primary" busy={busy && 'Saving...'}>
                Save
              </Button>
            </footer>
          </>
        )}
      </Form>
    </Dialog>
  )
}

export function RemovePasskeyDialog({ passkey: { id, name }, onClose }: Asked) {
  const { attempt, busy, failure } = useAttempt('Not removed')
  const remove = () =>
    void attempt(async () => {
      await removePasskey(id)
      toast('Passkey removed', 'Every other device was signed out.')
      onClose()
    })
  return (
    <ConfirmDialog
      title="Remove this passkey?"
      text={`“${name}” no longer signs you in, and every other device is signed out. Delete it in your browser or password manager, too.`}
      action="Remove"
      busy={busy && 'Removing...'}
      error={
        failure && (
          <Note kind="bad" title="Not removed">
            {failure}
          </Note>
        )
      }
      onCancel={onClose}
      onConfirm={remove}
    />
  )
}
