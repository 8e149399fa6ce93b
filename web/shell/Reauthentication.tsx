import { type ReactNode, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { Reauthentication, SecondFactorRemoval } from '../../schema/accounts/second-factor.ts'
import {
  reauthenticate,
  reauthenticateWithPasskey,
  usePasskeys,
  useSecondFactor,
} from '../accounts/data/sign-in-methods.ts'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogFoot } from '../ui/Dialog.tsx'
import { Field, Form, PasswordField, verbatim } from '../ui/Form.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { askInDialog } from './ask-in-dialog.ts'
import { useSubmit } from './useSubmit.ts'

type Credentials = { password: string; code?: string }

const WithCode = SecondFactorRemoval
const PasswordAlone = z.pick(Reauthentication, { password: true })

let pending: Promise<boolean> | undefined

/** Prompts for reauthentication; resolves to true on success. Concurrent calls share one prompt. */
export function promptReauthentication(): Promise<boolean> {
  pending ??= askInDialog((answer) => <ReauthenticateDialog onDone={answer} />).finally(() => {
    pending = undefined
  })
  return pending
}

const text = t(
  "To protect your account, confirm that it's you. Your change then continues automatically.",
)
const action = { label: t('Confirm'), busy: t('Confirming...'), kind: 'primary' } as const

/** Reauthentication before a sensitive action, which then continues automatically. */
function ReauthenticateDialog({ onDone }: { onDone: (succeeded: boolean) => void }) {
  const { factor, error } = useSecondFactor()
  return (
    <Dialog title={t('Enter your password again')} onClose={() => onDone(false)}>
      {factor || error ? (
        <>
          <ReauthenticationForm
            withCode={factor?.on ?? false}
            text={text}
            failureTitle={t('Not confirmed')}
            action={action}
            onCancel={() => onDone(false)}
            onSubmit={async (proof) => {
              await reauthenticate(proof)
              onDone(true)
            }}
          />
          <PasskeyReauthentication onDone={() => onDone(true)} />
        </>
      ) : (
        <div className="dialog-body">
          <div className="skeleton mail-skeleton" />
        </div>
      )}
    </Dialog>
  )
}

/** Reauthentication with a passkey; renders nothing for users without one. */
function PasskeyReauthentication({ onDone }: { onDone: () => void }) {
  const { passkeys } = usePasskeys()
  const { attempt, busy, failure } = useSubmit(t('Not confirmed'))
  if (!passkeys?.length || !('PublicKeyCredential' in window)) return null
  const authenticate = () =>
    void attempt(async () => {
      await reauthenticateWithPasskey()
      onDone()
    })
  return (
    <div className="stack passkey-proof" data-gap="3">
      <FailureNote title={t('Not confirmed')} message={failure} />
      <Button busy={busy && t('Confirming...')} onClick={authenticate} icon="key">
        {t('Use a passkey instead')}
      </Button>
    </div>
  )
}

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
          {...verbatim}
        />
      )}
    </div>
  )
}
