import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { type Passkey, PasskeyName } from '../../../schema/passkey.ts'
import { addPasskey, removePasskey, renamePasskey, usePasskeys } from '../../data/passkeys.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { formatTimeInSentence } from '../../ui/format-date.ts'
import { FailureNote, Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { ListPlaceholder } from './ListPlaceholder.tsx'

/** Id of the heading, to move the focus to. */
export const passkeysHeading = 'passkeys-heading'

type OpenDialog = { what: 'rename' | 'remove'; passkey: Passkey }

/** The user's passkeys: create, rename, remove. */
export function Passkeys() {
  const { passkeys, error, revalidate } = usePasskeys()
  const [openDialog, setAsked] = useState<OpenDialog>()
  const close = () => setAsked(undefined)
  return (
    <section className="panel stack account-panel" data-gap="3" aria-labelledby={passkeysHeading}>
      <h2 id={passkeysHeading} tabIndex={-1}>
        Passkeys
      </h2>
      <p>Sign in with your fingerprint, face or screen lock. No password or code needed.</p>
      {passkeys && passkeys.length > 0 && (
        <ul className="stack session-list">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onOpen={(what) => setAsked({ what, passkey })}
            />
          ))}
        </ul>
      )}
      {passkeys?.length === 0 && <p>You have no passkeys yet.</p>}
      {passkeys && <AddPasskey />}
      {!passkeys && <ListPlaceholder of="passkeys" error={error} onRetry={revalidate} />}
      {openDialog?.what === 'rename' && (
        <RenamePasskeyDialog passkey={openDialog.passkey} onClose={close} />
      )}
      {openDialog?.what === 'remove' && (
        <RemovePasskeyDialog passkey={openDialog.passkey} onClose={close} />
      )}
    </section>
  )
}

function AddPasskey() {
  const { attempt, busy, failure } = useSubmit('Failed to add passkey')
  if (!('PublicKeyCredential' in window))
    return <Note kind="warn">Passkeys need HTTPS and a supported browser.</Note>
  const add = () =>
    void attempt(async () => {
      const { name } = await addPasskey()
      toast('Passkey added', `You can now sign in with ${name}.`)
    })
  return (
    <>
      <FailureNote title="Failed to add passkey" message={failure} />
      <Button busy={busy && 'Adding...'} onClick={add}>
        <Icon name="key" size={18} />
        Add a passkey
      </Button>
    </>
  )
}

function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  onOpen,
}: {
  passkey: Passkey
  onOpen: (what: 'rename' | 'remove') => void
}) {
  return (
    <li className="passkey-row">
      <Icon name="key" />
      <div>
        <strong dir="auto">{name}</strong>
        <p className="field-hint">
          Added {formatTimeInSentence(createdAt)},{' '}
          {lastUsedAt ? `last used ${formatTimeInSentence(lastUsedAt)}` : 'never used'}
        </p>
      </div>
      <span className="actions passkey-acts" data-align="end">
        <Button size="small" aria-haspopup="dialog" onClick={() => onOpen('rename')}>
          Rename<span className="hidden-text"> {name}</span>
        </Button>
        <Button size="small" aria-haspopup="dialog" onClick={() => onOpen('remove')}>
          Remove<span className="hidden-text"> {name}</span>
        </Button>
      </span>
    </li>
  )
}

type PasskeyDialogProps = { passkey: Passkey; onClose: () => void }

function RenamePasskeyDialog({ passkey: { id, name: former }, onClose }: PasskeyDialogProps) {
  const { attempt, failure } = useSubmit('Failed to rename passkey')
  const submit = ({ name }: PasskeyName) =>
    attempt(async () => {
      await renamePasskey(id, name)
      onClose()
    })
  return (
    <Dialog title="Rename passkey" onClose={onClose}>
      <Form schema={PasskeyName} defaultValues={{ name: former }} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <FailureNote title="Failed to rename passkey" message={failure} />
              <Field name="name" label="Passkey name" hint="Where it's stored, e.g. Phone" />
            </div>
            <DialogFoot busy={busy && 'Saving...'} onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function RemovePasskeyDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const { attempt, busy, failure } = useSubmit('Failed to remove passkey')
  const remove = () =>
    void attempt(async () => {
      await removePasskey(id)
      toast('Passkey removed', 'Every other device was signed out.')
      onClose()
    })
  return (
    <ConfirmDialog
      title="Remove this passkey?"
      text={`You can no longer sign in with “${name}”, and every other device will be signed out. Also delete it from your browser or password manager.`}
      action="Remove"
      busy={busy && 'Removing...'}
      error={<FailureNote title="Failed to remove passkey" message={failure} />}
      onCancel={onClose}
      onConfirm={remove}
    />
  )
}
