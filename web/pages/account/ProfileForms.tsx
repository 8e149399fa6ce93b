import { Profile, type User } from '../../../schema/user.ts'
import { saveMailChoice, useMailChoice } from '../../data/account.ts'
import { saveProfile } from '../../data/session.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.ts'

export function ProfileForm({ user }: { user: User }) {
  const { attempt, failure } = useSubmit(
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
    <Form schema={Profile} defaultValues={start} onSubmit={submit}>
      {(busy) => (
        <>
          <FailureNote title="Update failed" message={failure} />
          <Field name="fullName" label="Full name" autoComplete="name" />
          <Field
            name="email"
            label="Email"
            hint="If you change this, your new address gets a confirmation link. Your old one, if confirmed, gets an undo link, valid for 72 hours."
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

/** Email notification settings; each switch saves at once. */
export function MailPanel() {
  const { choice, error, revalidate } = useMailChoice()
  const { attempt, failure } = useSubmit('Update failed')
  if (!choice && error)
    return <ErrorPanel title="Error loading settings" error={error} onRetry={revalidate} />
  if (!choice) return <div className="skeleton mail-skeleton" />
  return (
    <>
      <Switch
        label="New form submissions"
        hint="Email me when someone fills in my form (at most one per card every 10 minutes)"
        checked={choice.entries}
        onChange={(entries) => void attempt(() => saveMailChoice({ entries }))}
      />
      <FailureNote title="Update failed" message={failure} />
    </>
  )
}
