import { t } from '../../messages/t.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { revertEmail, verifyEmail } from '../data/account.ts'
import { clearSession } from '../data/session.ts'
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
    title: t('Confirm your email address'),
    text: t(
      "We'll send password resets and account notices to the address that received this link.",
    ),
    action: t('Confirm email address'),
    busyText: t('Confirming...'),
    done: t('Email address confirmed'),
    failed: t('Confirmation failed'),
    send: verifyEmail,
  },
  revert: {
    title: t('Restore your email address'),
    text: t('This restores your previous address and signs out every device.'),
    action: t('Restore email address'),
    busyText: t('Restoring...'),
    done: t('Email address restored'),
    failed: t('Update failed'),
    send: async (token: string) => {
      const message = await revertEmail(token)
      await clearSession()
      return message
    },
  },
}
