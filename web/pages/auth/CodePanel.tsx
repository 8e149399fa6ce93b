import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { SecondStep } from '../../../schema/second-factor.ts'
import { RequestError } from '../../api.ts'
import { signInWithCode } from '../../data/sign-in.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'

const Code = SecondStep.pick({ code: true })

/** The second step of signing in: the password was right, the code is still to come. */
export function CodePanel({ token, onDone }: { token: string; onDone: (said?: string) => void }) {
  const [recovery, setRecovery] = useState(false)
  const { attempt, failure } = useAttempt('Login failed')
  const submit = ({ code }: { code: string }) =>
    attempt(async () => {
      const user = await signInWithCode({ token, code }).catch((error) => {
        if (error instanceof RequestError && error.status === 401) onDone(error.sentence)
        throw error
      })
      toast('Login successful', `Welcome back, ${user.fullName ?? user.username}!`)
    })
  return (
    <>
      <PageHeader
        title="Enter your code"
        text={
          recovery
            ? 'Each of your recovery codes works once.'
            : 'Your password is right. Your authenticator app shows the code.'
        }
      />
      {failure && (
        <Note kind="bad" title="Login failed">
          {failure}
        </Note>
      )}
      <Form key={String(recovery)} contract={Code} start={{ code: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <CodeField recovery={recovery} />
            <Button type="submit" kind="primary" size="large" busy={busy && 'Signing in...'}>
              Sign in
            </Button>
            <button type="button" className="text-button" onClick={() => setRecovery(!recovery)}>
              {recovery ? 'Use the app' : 'Use a recovery code'}
            </button>
            <Button kind="ghost" onClick={() => onDone()}>
              Back to login
            </Button>
          </>
        )}
      </Form>
    </>
  )
}

function CodeField({ recovery }: { recovery: boolean }) {
  useStartIn('code')
  const shared = { name: 'code', autoCapitalize: 'none', spellCheck: false }
  if (recovery) return <Field {...shared} label="Recovery code" autoComplete="off" />
  return <Field {...shared} label="Code" inputMode="numeric" autoComplete="one-time-code" />
}

// The button that was pressed is gone, and the focus with it.
function useStartIn(name: string) {
  const { setFocus } = useFormContext()
  useEffect(() => setFocus(name), [setFocus, name])
}
