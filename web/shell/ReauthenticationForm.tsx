import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Reauthentication, SecondFactorRemoval } from '../../schema/second-factor.ts'
import { RequestError } from '../api.ts'
import { DialogFoot } from '../ui/DialogFoot.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useSubmit } from './useSubmit.ts'

type Proof = { password: string; code?: string }

const WithCode = SecondFactorRemoval
const PasswordAlone = z.pick(Reauthentication, { password: true })

/** Reauthentication form: the password, and a code if a second factor is enabled. */
export function ReauthenticationForm({
  withCode,
  text,
  failed,
  action,
  onCancel,
  onProof,
}: {
  withCode: boolean
  text: string
  /** Title of the failure toast. */
  failed: string
  action: { label: string; busy: string; kind: 'primary' | 'danger' }
  onCancel: () => void
  /** Sends the proof; a rejection is shown below its field. */
  onProof: (proof: Proof) => Promise<void>
}) {
  const { attempt, failure } = useSubmit(failed)
  const contract: z.ZodMiniType<Proof, Proof> = withCode ? WithCode : PasswordAlone
  const start = withCode ? { password: '', code: '' } : { password: '' }
  const submit = (proof: Proof, refuse: (field: keyof Proof, message: string) => void) =>
    attempt(() =>
      onProof(proof).catch((error) => {
        if (error instanceof RequestError && error.status === 400)
          refuse(error.code === 'wrong-code' ? 'code' : 'password', error.sentence)
        throw error
      }),
    )
  return (
    <Form contract={contract} start={start} onSubmit={submit}>
      {(busy) => (
        <>
          <Fields withCode={withCode} text={text}>
            <FailureNote title={failed} message={failure} />
          </Fields>
          <DialogFoot
            action={action.label}
            busy={busy && action.busy}
            kind={action.kind}
            onCancel={onCancel}
          />
        </>
      )}
    </Form>
  )
}

function Fields(props: { withCode: boolean; text: string; children: ReactNode }) {
  const { withCode, text, children } = props
  return (
    <div className="dialog-body">
      <p className="dialog-text">{text}</p>
      {children}
      <PasswordField name="password" label="Your password" autoComplete="current-password" />
      {withCode && (
        <Field
          name="code"
          label="Code from your app"
          hint="Or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </div>
  )
}
