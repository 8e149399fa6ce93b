import { FactorRemoval } from '../../../schema/second-factor.ts'
import { RequestError } from '../../api.ts'
import { dropFactor } from '../../data/second-factor.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toasts.ts'

type Proof = { password: string; code: string }

/** Asks for both factors once more. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { attempt, failure } = useAttempt('Not turned off')
  const submit = (proof: Proof, refuse: (field: keyof Proof, message: string) => void) =>
    attempt(async () => {
      await dropFactor(proof).catch((error) => {
        if (error instanceof RequestError && error.status === 400)
          refuse(error.code === 'wrong-code' ? 'code' : 'password', error.sentence)
        throw error
      })
      toast('Second factor off', 'Every other device was signed out.')
      onClose()
    })
  return (
    <Dialog title="Turn off the second factor?" onClose={onClose}>
      <Form contract={FactorRemoval} start={{ password: '', code: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <p className="dialog-text">
                Your password alone signs you in then, and your recovery codes no longer work.
              </p>
              {failure && (
                <Note kind="bad" title="Not turned off">
                  {failure}
                </Note>
              )}
              <PasswordField
                name="password"
                label="Your password"
                autoComplete="current-password"
              />
              <Field
                name="code"
                label="Code of your app"
                hint="Or a recovery code"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
              />
            </div>
            <footer className="dialog-foot">
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" kind="danger" busy={busy && 'Turning off...'}>
                Turn off
              </Button>
            </footer>
          </>
        )}
      </Form>
    </Dialog>
  )
}
