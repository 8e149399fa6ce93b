import { revertEmail, verifyEmail } from '../../data/account.ts'
import { clearSession } from '../../data/session.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { PanelFooter } from './PanelFooter.tsx'

/**
 * Confirms an email address, or reverts a change of it. Requires a click, since email programs open
 * links automatically.
 */
export function EmailLinkPanel({
  kind,
  token,
  onDone,
}: {
  kind: keyof typeof panels
  token: string
  onDone: (message?: string) => void
}) {
  const { title, text, action, busyText, done, failed, send } = panels[kind]
  const { attempt, busy, failure } = useSubmit(failed)
  const submit = () =>
    void attempt(async () => {
      const message = await send(token)
      toast(done, message)
      onDone(message)
    })
  return (
    <>
      <PageHeader title={title} text={text} />
      <FailureNote title={failed} message={failure} />
      <div className="form">
        <PanelFooter
          action={action}
          busy={busy && busyText}
          onAction={submit}
          onBack={() => onDone()}
        />
      </div>
    </>
  )
}

const panels = {
  verify: {
    title: 'Confirm your email address',
    text: "We'll send password resets and account notices to the address that received this link.",
    action: 'Confirm email address',
    busyText: 'Confirming...',
    done: 'Email address confirmed',
    failed: 'Confirmation failed',
    send: verifyEmail,
  },
  revert: {
    title: 'Restore your email address',
    text: 'This restores your previous address and signs out every device.',
    action: 'Restore email address',
    busyText: 'Restoring...',
    done: 'Email address restored',
    failed: 'Update failed',
    send: async (token: string) => {
      const message = await revertEmail(token)
      await clearSession()
      return message
    },
  },
}
