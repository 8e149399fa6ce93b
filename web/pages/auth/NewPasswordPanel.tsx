import * as z from 'zod/mini'
import { ResetConfirmation } from '../../../schema/user.ts'
import { setNewPassword } from '../../data/sign-in.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toasts.ts'
import { PanelFoot } from './PanelFoot.tsx'

const updated = 'Your password has been successfully updated.'
const NewPassword = z.pick(ResetConfirmation, { password: true })

/** The panel a reset link opens. Nobody is signed in by it: the new password is asked for on the next panel. */
export function NewPasswordPanel({
  token,
  onDone,
}: {
  token: string
  onDone: (said?: string) => void
}) {
  const { attempt, failure } = useAttempt('Update failed')
  const submit = ({ password }: { password: string }) =>
    attempt(async () => {
      await setNewPassword(token, password)
      toast('Password updated', updated)
      onDone(`${updated} Sign in with it.`)
    })
  return (
    <>
      <PageHeader
        title="Choose a new password"
        text="It replaces the old one everywhere you are signed in."
      />
      {failure && (
        <Note kind="bad" title="Update failed">
          {failure}
        </Note>
      )}
      <Form contract={NewPassword} start={{ password: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <PasswordField
              name="password"
              label="New password"
              hint="At least 6 characters"
              autoComplete="new-password"
            />
            <PanelFoot action="Save password" busy={busy && 'Saving...'} onBack={() => onDone()} />
          </>
        )}
      </Form>
    </>
  )
}
