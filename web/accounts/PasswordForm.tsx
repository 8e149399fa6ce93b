import { PasswordForm as Contract } from '../../schema/users/user.ts'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { Form, PasswordField } from '../ui/Form.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { changePassword } from './data/session.ts'

const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }
type Typed = typeof blank

/** Resets after the password was changed. */
export function PasswordForm() {
  const { attempt, failure } = useSubmit(t('Update failed'))
  const submit = (
    { currentPassword, newPassword }: Typed,
    refuse: (field: keyof Typed, message: string) => void,
    empty: () => void,
  ) =>
    attempt(async () => {
      await changePassword({ currentPassword, newPassword }).catch((error) => {
        if (error instanceof RequestError && error.status === 400)
          refuse(fieldOf(error), error.serverMessage)
        throw error
      })
      empty()
      toast(t('Password updated'), t('Your password has been successfully updated.'))
    })
  return (
    <Form schema={Contract} defaultValues={blank} onSubmit={submit}>
      {(busy) => (
        <>
          <FailureNote title={t('Update failed')} message={failure} />
          <PasswordField
            name="currentPassword"
            label={t('Current password')}
            autoComplete="current-password"
          />
          <PasswordField
            name="newPassword"
            label={t('New password')}
            hint={t('At least 6 characters')}
            autoComplete="new-password"
            deps="confirmPassword"
          />
          <PasswordField
            name="confirmPassword"
            label={t('Confirm new password')}
            autoComplete="new-password"
          />
          <Button type="submit" kind="primary" busy={busy && t('Saving...')}>
            {t('Update password')}
          </Button>
        </>
      )}
    </Form>
  )
}

function fieldOf({ code }: RequestError): keyof Typed {
  return code === 'wrong-password' ? 'currentPassword' : 'newPassword'
}
