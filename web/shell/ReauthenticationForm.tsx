import { type ReactNode, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { Reauthentication, SecondFactorRemoval } from '../../schema/accounts/second-factor.ts'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { DialogFoot } from '../ui/Dialog.tsx'
import { Field, Form, PasswordField } from '../ui/Form.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { useSubmit } from './useSubmit.ts'

type Credentials = { password: string; code?: string }

const WithCode = SecondFactorRemoval
const PasswordAlone = z.pick(Reauthentication, { password: true })

/** Reauthentication form: the password, and a code if a second factor is enabled. */
export function ReauthenticationForm({
  withCode,
  text,
  failureTitle,
  action,
  onCancel,
  onSubmit,
}: {
  withCode: boolean
  text: string
  /** Title of the failure toast. */
  failureTitle: string
  action: { label: string; busy: string; kind: 'primary' | 'danger' }
  onCancel: () => void
  /** Sends the proof; a rejection is shown below its field. */
  onSubmit: (credentials: Credentials) => Promise<void>
}) {
  const { attempt, failure } = useSubmit(failureTitle)
  const schema: z.ZodMiniType<Credentials, Credentials> = withCode ? WithCode : PasswordAlone
  const defaultValues = withCode ? { password: '', code: '' } : { password: '' }
  const submit = (
    proof: Credentials,
    setFieldError: (field: keyof Credentials, message: string) => void,
  ) =>
    attempt(() =>
      onSubmit(proof).catch((error) => {
        if (error instanceof RequestError && error.status === 400)
          setFieldError(error.code === 'wrong-code' ? 'code' : 'password', error.serverMessage)
        throw error
      }),
    )
  return (
    <Form schema={schema} defaultValues={defaultValues} onSubmit={submit}>
      {(busy) => (
        <>
          <Fields withCode={withCode} text={text}>
            <FailureNote title={failureTitle} message={failure} />
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
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The dialog has the focus if it was open before it was known whether to ask for a code.
    if (document.activeElement === box.current?.closest('[role="dialog"]'))
      box.current?.querySelector('input')?.focus()
  }, [])
  return (
    <div className="dialog-body" ref={box}>
      <p className="dialog-text">{text}</p>
      {children}
      <PasswordField name="password" label={t('Your password')} autoComplete="current-password" />
      {withCode && (
        <Field
          name="code"
          label={t('Code from your app')}
          hint={t('Or a recovery code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </div>
  )
}
