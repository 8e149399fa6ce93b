import { useState } from 'react'
import * as z from 'zod/mini'
import { ResetConfirmation, ResetRequest } from '../../../schema/user.ts'
import {
  isInvalidResetLink,
  requestPasswordReset,
  setNewPassword,
  useResetLink,
} from '../../data/sign-in.ts'
import { Loading } from '../../shell/Brand.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toasts.ts'
import { PanelFooter } from './PanelFooter.tsx'

const sentMessage = 'If your email is registered, you will receive a password reset link.'

/** Requests a reset link; the message is the same for unknown addresses. */
export function ResetPanel({
  email,
  onDone,
}: {
  email: string
  onDone: (message?: string) => void
}) {
  const { attempt, failure } = useSubmit('Reset failed')
  const submit = (request: { email: string }) =>
    attempt(async () => {
      await requestPasswordReset(request.email)
      toast('Password reset initiated', sentMessage)
      onDone(sentMessage)
    })
  return (
    <>
      <PageHeader
        title="Forgot password"
        text="Enter your account email. We'll send a link that is valid for 1 hour."
      />
      <FailureNote title="Reset failed" message={failure} />
      <Form schema={ResetRequest} defaultValues={{ email }} onSubmit={submit}>
        {(busy) => (
          <>
            <Field
              name="email"
              label="Email"
              type="email"
              autoComplete="email"
              autoCapitalize="none"
            />
            <PanelFooter
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

const updatedMessage = 'Your password has been successfully updated.'
const NewPassword = z.pick(ResetConfirmation, { password: true })

/**
 * Opened by a reset link, which is checked before anything is typed. It does not sign the user in:
 * afterwards the sign-in panel asks for the new password.
 */
export function NewPasswordPanel({
  token,
  onDone,
  onNewLink,
}: {
  token: string
  onDone: (message?: string) => void
  onNewLink: () => void
}) {
  const isValid = useResetLink(token)
  const [expired, setRefused] = useState(false)
  if (isValid === undefined) return <Loading />
  if (!isValid || expired) return <InvalidLink onNewLink={onNewLink} onBack={() => onDone()} />
  return <NewPasswordForm token={token} onDone={onDone} onExpired={() => setRefused(true)} />
}

function InvalidLink({ onNewLink, onBack }: { onNewLink: () => void; onBack: () => void }) {
  return (
    <>
      <PageHeader
        title="This link no longer works"
        text="Reset links work once and expire after 1 hour."
      />
      <div className="form">
        <PanelFooter action="Get a new link" busy={false} onAction={onNewLink} onBack={onBack} />
      </div>
    </>
  )
}

function NewPasswordForm({
  token,
  onDone,
  onExpired,
}: {
  token: string
  onDone: (message?: string) => void
  onExpired: () => void
}) {
  const { attempt, failure } = useSubmit('Update failed')
  const submit = ({ password }: { password: string }) =>
    attempt(async () => {
      await setNewPassword(token, password).catch((error) => {
        // It expired, or was used, while the password was typed.
        if (isInvalidResetLink(error)) onExpired()
        throw error
      })
      toast('Password updated', updatedMessage)
      onDone(`${updatedMessage} Sign in with the new one.`)
    })
  return (
    <>
      <PageHeader
        title="Choose a new password"
        text="This signs out every device and removes your passkeys."
      />
      <FailureNote title="Update failed" message={failure} />
      <Form schema={NewPassword} defaultValues={{ password: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <PasswordField
              name="password"
              label="New password"
              hint="At least 6 characters"
              autoComplete="new-password"
            />
            <PanelFooter
              action="Save password"
              busy={busy && 'Saving...'}
              onBack={() => onDone()}
            />
          </>
        )}
      </Form>
    </>
  )
}
