import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { SecondFactorSignIn } from '../../../schema/accounts/second-factor.ts'
import { RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Field, Form } from '../../ui/Form.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { signInWithCode } from '../data/sign-in.ts'
import { PanelFooter } from './PanelFooter.tsx'
import { welcomeToast } from './SignInPanels.tsx'

const Code = z.pick(SecondFactorSignIn, { code: true })

type Props = { token: string; onDone: (error?: string) => void }

/** Second step of sign-in: asks for a code after the password. */
export function CodePanel(props: Props) {
  const [recovery, setRecovery] = useState(false)
  // An error about one kind of code does not apply to the other.
  return (
    <CodeForm
      key={String(recovery)}
      {...props}
      recovery={recovery}
      onOther={() => setRecovery(!recovery)}
    />
  )
}

function CodeForm({
  token,
  onDone,
  recovery,
  onOther,
}: Props & { recovery: boolean; onOther: () => void }) {
  const { attempt, failure } = useSubmit(t('Login failed'))
  const submit = ({ code }: { code: string }) =>
    attempt(async () => {
      const user = await signInWithCode({ token, code }).catch((error) => {
        if (error instanceof RequestError && error.status === 401) onDone(error.serverMessage)
        throw error
      })
      welcomeToast(user)
    })
  return (
    <>
      <PageHeader title={t('Enter your code')} text={recovery ? recoveryText : appText} />
      <FailureNote title={t('Login failed')} message={failure} />
      <Form schema={Code} defaultValues={{ code: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <CodeField recovery={recovery} />
            <PanelFooter
              action={t('Sign in')}
              busy={busy && t('Signing in...')}
              onBack={() => onDone()}
            >
              <button type="button" className="text-button" onClick={onOther}>
                {recovery ? t('Use authenticator app') : t('Use recovery code')}
              </button>
            </PanelFooter>
          </>
        )}
      </Form>
    </>
  )
}

const appText = t('Enter the code from your authenticator app.')
const recoveryText = t('Enter one of your recovery codes. Each works once.')

function CodeField({ recovery }: { recovery: boolean }) {
  useAutoFocus('code')
  const shared = { name: 'code', autoCapitalize: 'none', spellCheck: false }
  if (recovery) return <Field {...shared} label={t('Recovery code')} autoComplete="off" />
  return <Field {...shared} label={t('Code')} inputMode="numeric" autoComplete="one-time-code" />
}

// Moves the focus here from the button that this panel replaced.
function useAutoFocus(name: string) {
  const { setFocus } = useFormContext()
  useEffect(() => setFocus(name), [setFocus, name])
}
