import { revertEmail } from '../../data/account.ts'
import { forgetEverything } from '../../data/session.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { PanelFoot } from './PanelFoot.tsx'

/** The panel that the letter about a changed email opens. It waits for a press: mail programs open links by themselves. */
export function EmailRevertPanel({
  token,
  onDone,
}: {
  token: string
  onDone: (said?: string) => void
}) {
  const { attempt, busy, failure } = useAttempt('Update failed')
  const revert = () =>
    void attempt(async () => {
      const said = await revertEmail(token)
      await forgetEverything()
      toast('Email address restored', said)
      onDone(said)
    })
  return (
    <>
      <PageHeader
        title="Restore your address"
        text="Your account will use the email address that received this message again, and every device is signed out."
      />
      {failure && (
        <Note kind="bad" title="Update failed">
          {failure}
        </Note>
      )}
      <div className="form">
        <PanelFoot
          action="Restore my address"
          busy={busy && 'Restoring...'}
          onPress={revert}
          onBack={() => onDone()}
        />
      </div>
    </>
  )
}
