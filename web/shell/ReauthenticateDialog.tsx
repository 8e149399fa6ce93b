import type * as z from 'zod'
import { FactorRemoval, Reauthentication } from '../../schema/second-factor.ts'
import { RequestError } from '../api.ts'
import { reauthenticate, useFactor } from '../data/second-factor.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Note } from '../ui/Notes.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useAttempt } from './useAttempt.ts'

const WithCode = FactorRemoval
const PasswordAlone = Reauthentication.pick({ password: true })

/** Asks who one is before something dangerous, which then goes on by itself. */
export function ReauthenticateDialog({ onDone }: { onDone: (given: boolean) => void }) {
  const { factor, error } = useFactor()
  return (
    <Dialog title="Enter your password again" onClose={() => onDone(false)}>
      {factor || error ? (
        <ProofForm withCode={factor?.on ?? false} onDone={onDone} />
      ) : (
        <div className="dialog-body">
          <div className="skeleton mail-skeleton" />
        </div>
      )}
    </Dialog>
  )
}

type Proof = { password: string; code?: string }

function ProofForm({ withCode, onDone }: { withCode: boolean; onDone: (given: boolean) => void }) {
  const { attempt, failure } = useAttempt('Not confirmed')
  const contract: z.ZodType<Proof, Proof> = withCode ? WithCode : PasswordAlone
  const start = withCode ? { password: '', code: '' } : { password: '' }
  const submit = (proof: Proof, refuse: (field: 'password' | 'code', message: string) => void) =>
    attempt(async () => {
      await reauthenticate(proof).catch((error) => {
        if (error instanceof RequestError && error.status === 400)
          refuse(error.code === 'wrong-code' ? 'code' : 'password', error.sentence)
        throw error
      })
      onDone(true)
    })
  return (
    <Form contract={contract} start={start} onSubmit={submit}>
      {(busy) => (
        <>
          <div className="dialog-body">
            <p className="dialog-text">
              It has been a while since you signed in, and this could give an account away. Then it
              goes on by itself.
            </p>
            {failure && (
              <Note kind="bad" title="Not confirmed">
                {failure}
              </Note>
            )}
            <PasswordField name="password" label="Your password" autoComplete="current-password" />
            {withCode && (
              <Field
                name="code"
                label="Code of your app"
                hint="Or a recovery code"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </div>
          <footer className="dialog-foot">
            <Button onClick={() => onDone(false)}>Cancel</Button>
            <Button type="submit" kind="primary" busy={busy && 'Confirming...'}>
              Confirm
            </Button>
          </footer>
        </>
      )}
    </Form>
  )
}
