import { useState } from 'react'
import type { UserRow } from '../../../schema/user.ts'
import { removeUserFactor } from '../../data/users.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'

const title = 'Not taken off'

/** Removes the second factor of a user who lost their phone, after a check of their identity. */
export function FactorRow({ row: { id, username } }: { row: UserRow }) {
  const [state, setState] = useState<'on' | 'asked' | 'off'>('on')
  const { attempt, busy, failure } = useSubmit(title)
  const takeOff = () =>
    void attempt(async () => {
      await removeUserFactor(id)
      setState('off')
      toast('Second factor taken off', `${username} signs in with the password alone.`)
    })
  if (state === 'off') return <Note kind="ok">The second factor is off.</Note>
  return (
    <div className="field">
      <p className="field-hint">Signing in asks for a code of their app, too.</p>
      <Button kind="danger-text" aria-haspopup="dialog" onClick={() => setState('asked')}>
        Take off second factor
      </Button>
      {state === 'asked' && (
        <ConfirmDialog
          title={`Take off the second factor of ${username}?`}
          text="Be sure it is they who ask: their password alone signs them in then. They are signed out everywhere and told by mail."
          action="Take off"
          busy={busy && 'Taking off...'}
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
