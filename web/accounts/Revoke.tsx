import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'

/** Opens the dialog that revokes the access with this name. */
export function RevokeButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button size="small" aria-haspopup="dialog" onClick={onClick}>
      <Trans
        id="Revoke<span> {name}</span>"
        values={{ name }}
        components={{ span: <span className="hidden-text" /> }}
      />
    </Button>
  )
}

type RevokeProps = {
  name: string
  title: string
  text: string
  /** Titles of the toast when it is revoked, and of the note when that failed. */
  done: string
  failed: string
  revoke: () => Promise<void>
  onClose: () => void
  onDone: () => void
}

/** Revokes the access of a program: a token or a feed. */
export function RevokeDialog(props: RevokeProps) {
  const { name, title, text, done, failed, revoke, onClose, onDone } = props
  const { attempt, busy, failure } = useSubmit(failed)
  const confirm = () =>
    void attempt(async () => {
      await revoke()
      toast(done, t('“{name}” no longer has access.', { name }))
      onDone()
    })
  return (
    <ConfirmDialog
      title={title}
      text={text}
      action={t('Revoke')}
      busy={busy && t('Revoking...')}
      error={<FailureNote title={failed} message={failure} />}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
