import { useState } from 'react'
import type { UserRow } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { removeUserSecondFactor } from './data.ts'

const title = t('Failed to turn off')

/** Removes the second factor of a user who lost their phone, after a check of their identity. */
export function FactorRow({ row: { id, username } }: { row: UserRow }) {
  const [state, setState] = useState<'on' | 'asked' | 'off'>('on')
  const { attempt, busy, failure } = useSubmit(title)
  const takeOff = () =>
    void attempt(async () => {
      await removeUserSecondFactor(id)
      setState('off')
      toast(
        t('Two-step verification turned off'),
        t('{username} now signs in with only their password.', { username }),
      )
    })
  if (state === 'off') return <Note kind="ok">{t('Two-step verification is off.')}</Note>
  return (
    <div className="field">
      <p className="field-hint">
        {t('Sign-in also asks for a code from their authenticator app.')}
      </p>
      <Button kind="danger-text" aria-haspopup="dialog" onClick={() => setState('asked')}>
        {t('Turn off two-step verification')}
      </Button>
      {state === 'asked' && (
        <ConfirmDialog
          title={t('Turn off two-step verification for {username}?', { username })}
          text={t(
            "Confirm their identity first. They'll sign in with only their password. We'll sign them out everywhere and email them.",
          )}
          action={t('Turn off')}
          busy={busy && t('Turning off...')}
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
