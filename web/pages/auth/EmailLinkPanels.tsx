import { revertEmail, verifyEmail } from '../../data/account.ts'
import { clearSession } from '../../data/session.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { PanelFoot } from './PanelFoot.tsx'

/** Confirms an email address. Requires a click, since email programs open links automatically. */
export function EmailVerificationPanel({
  token,
  onDone,
}: {
  token: string
  onDone: (message?: string) => void
}) {
  const { attempt, busy, failure } = useSubmit('Confirmation failed')
  const verify = () =>
    void attempt(async () => {
      const message = await verifyEmail(token)
      toast('Email address confirmed', message)
      onDone(message)
    })
  return (
    <>
      <PageHeader
        title="Confirm your email address"
        text="We'll send password resets and account notices to the address that received this link."
      />
      <FailureNote title="Confirmation failed" message={failure} />
      <div className="form">
        <PanelFoot
          action="Confirm email address"
          busy={busy && 'Confirming...'}
          onPress={verify}
          onBack={() => onDone()}
        />
      </div>
    </>
  )
}

/** Reverts a change of email. Requires a click, since email programs open links automatically. */
export function EmailRevertPanel({
  token,
  onDone,
}: {
  token: string
  onDone: (message?: string) => void
}) {
  const { attempt, busy, failure } = useSubmit('Update failed')
  const revert = () =>
    void attempt(async () => {
      const message = await revertEmail(token)
      await clearSession()
      toast('Email address restored', message)
      onDone(message)
    })
  return (
    <>
      <PageHeader
        title="Restore your email address"
        text="This restores your previous address and signs out every device."
      />
      <FailureNote title="Update failed" message={failure} />
      <div className="form">
        <PanelFoot
          action="Restore email address"
          busy={busy && 'Restoring...'}
          onPress={revert}
          onBack={() => onDone()}
        />
      </div>
    </>
  )
}
