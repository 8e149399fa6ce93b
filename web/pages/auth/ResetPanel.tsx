import { ResetRequest } from '../../../schema/user.ts'
import { askForReset } from '../../data/sign-in.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { PanelFoot } from './PanelFoot.tsx'

const sent = 'If your email is registered, you will receive a password reset link.'

/** Says the same whether the address is known or not. */
export function ResetPanel({ email, onDone }: { email: string; onDone: (said?: string) => void }) {
  const { attempt, failure } = useAttempt('Reset failed')
  const submit = (request: { email: string }) =>
    attempt(async () => {
      await askForReset(request.email)
      toast('Password reset initiated', sent)
      onDone(sent)
    })
  return (
    <>
      <PageHeader
        title="Forgot password"
        text="Enter the email of your account. The link in the message is valid for 1 hour."
      />
      {failure && (
        <Note kind="bad" title="Reset failed">
          {failure}
        </Note>
      )}
      <Form contract={ResetRequest} start={{ email }} onSubmit={submit}>
        {(busy) => (
          <>
            <Field
              name="email"
              label="Email"
              type="email"
              autoComplete="email"
              autoCapitalize="none"
            />
            <PanelFoot
              action="Send reset link"
              busy={busy && 'Sending...'}
              onBack={() => onDone()}
            />
          </>
        )}
      </Form>
    </>
  )
}
