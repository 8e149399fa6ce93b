import { useState } from 'react'
import type { UserRow } from '../../../schema/user.ts'
import { removeUserSecondFactor } from '../../data/users.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'

const title = 'Failed to turn off'

/** Removes the second factor of a user who lost their phone, after a check of their identity. */
export function FactorRow({ row: { id, username } }: { row: UserRow }) {
  const [state, setState] = useState<'on' | 'asked' | 'off'>('on')
  const { attempt, busy, failure } = useSubmit(title)
  const takeOff = () =>
    void attempt(async () => {
      await removeUserSecondFactor(id)
      setState('off')
      toast(
        'Two-step verification turned off',
        `${username} now signs in with only their password.`,
      )
    })
  if (state === 'off') return <Note kind="ok">Two-step verification is off.</Note>
  return (
    <div className="field">
      <p className="field-hint">Sign-in also asks for a code from their authenticator app.</p>
      <Button kind="danger-text" aria-haspopup="dialog" onClick={() => setState('asked')}>
        Turn off two-step verification
      </Button>
      {state === 'asked' && (
        <ConfirmDialog
          title={`Turn off two-step verification for ${username}?`}
          text="Confirm their identity first. They'll sign in with only their password. We'll sign them out everywhere and email them."
          action="Turn off"
          busy={busy && 'Turning off...'}
          error={
            failure && (
              <Note kind="bad" title={title}>
                {failure}
              </Note>
            )
          }
          onCancel={() => setState('on')}
          onConfirm={takeOff}
        />
      )}
    </div>
  )
}
