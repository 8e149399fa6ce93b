import { useState } from 'react'
import * as z from 'zod/mini'
import { ResetConfirmation, ResetRequest } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import { Loading } from '../../shell/Brand.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Field, Form, PasswordField } from '../../ui/Form.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import {
  isInvalidResetLink,
  requestPasswordReset,
  setNewPassword,
  useResetLink,
} from '../data/sign-in.ts'
import { PanelFooter } from './PanelFooter.tsx'

const sentMessage = t('If your email is registered, you will receive a password reset link.')

/** Requests a reset link; the message is the same for unknown addresses. */
export function ResetPanel({
  email,
  onDone,
}: {
  email: string
  onDone: (message?: string) => void
}) {
  const { attempt, failure } = useSubmit(t('Reset failed'))
  const submit = (request: { email: string }) =>
    attempt(async () => {
      await requestPasswordReset(request.email)
      toast(t('Password reset initiated'), sentMessage)
      onDone(sentMessage)
    })
  return (
    <>
      <PageHeader
        title={t('Forgot password')}
        text={t("Enter your account email. We'll send a link that is valid for 1 hour.")}
      />
      <FailureNote title={t('Reset failed')} message={failure} />
      <Form schema={ResetRequest} defaultValues={{ email }} onSubmit={submit}>
        {(busy) => (
          <>
            <Field
              name="email"
              label={t('Email')}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
            />
            <PanelFooter
              action={t('Send reset link')}
              busy={busy && t('Sending...')}
              onBack={() => onDone()}
            />
          </>
        )}
      </Form>
    </>
  )
}

const updatedMessage = t('Your password has been successfully updated.')
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
        title={t('This link no longer works')}
        text={t('Reset links work once and expire after 1 hour.')}
      />
      <div className="form">
        <PanelFooter
          action={t('Get a new link')}
          busy={false}
          onAction={onNewLink}
          onBack={onBack}
        />
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
  const { attempt, failure } = useSubmit(t('Update failed'))
  const submit = ({ password }: { password: string }) =>
    attempt(async () => {
      await setNewPassword(token, password).catch((error) => {
        // It expired, or was used, while the password was typed.
        if (isInvalidResetLink(error)) onExpired()
        throw error
      })
      toast(t('Password updated'), updatedMessage)
      onDone(t('{updatedMessage} Sign in with the new one.', { updatedMessage }))
    })
  return (
    <>
      <PageHeader
        title={t('Choose a new password')}
        text={t('This signs out every device and removes your passkeys.')}
      />
      <FailureNote title={t('Update failed')} message={failure} />
      <Form schema={NewPassword} defaultValues={{ password: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <PasswordField
              name="password"
              label={t('New password')}
              hint={t('At least 6 characters')}
              autoComplete="new-password"
            />
            <PanelFooter
              action={t('Save password')}
              busy={busy && t('Saving...')}
              onBack={() => onDone()}
            />
          </>
        )}
      </Form>
    </>
  )
}
