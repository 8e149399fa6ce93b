import { Profile, type User } from '../../../schema/user.ts'
import { saveProfile } from '../../data/session.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'

export function ProfileForm({ user }: { user: User }) {
  const { attempt, failure } = useAttempt(
    'Update failed',
    'Failed to update your profile information. Please try again.',
  )
  const submit = (profile: Profile) =>
    attempt(async () => {
      await saveProfile(user.id, profile)
      toast('Profile updated', 'Your account information has been updated successfully.')
    })
  const start = { fullName: user.fullName ?? '', email: user.email, phone: user.phone ?? '' }
  return (
    <Form contract={Profile} start={start} onSubmit={submit}>
      {(busy) => (
        <>
          {failure && (
            <Note kind="bad" title="Update failed">
              {failure}
            </Note>
          )}
          <Field name="fullName" label="Full name" autoComplete="name" />
          <Field
            name="email"
            label="Email"
            hint="A new address gets a link to confirm it. The former one, if it was confirmed, gets a link to undo the change for 72 hours."
            type="email"
            autoComplete="email"
            autoCapitalize="none"
          />
          <Field name="phone" label="Phone" optional type="tel" autoComplete="tel" />
          <Button type="submit" kind="primary" busy={busy && 'Saving...'}>
            Save Changes
          </Button>
        </>
      )}
    </Form>
  )
}
