import { createRoot } from 'react-dom/client'
import { Icon } from '../../card/icons/Icon.tsx'
import { reauthenticateWithPasskey, usePasskeys } from '../accounts/data/passkeys.ts'
import { reauthenticate, useSecondFactor } from '../accounts/data/second-factor.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { ReauthenticationForm } from './ReauthenticationForm.tsx'
import { useSubmit } from './useSubmit.ts'

let pending: Promise<boolean> | undefined

/** Prompts for reauthentication; resolves to true on success. Concurrent calls share one prompt. */
export function promptReauthentication(): Promise<boolean> {
  pending ??= openDialog().finally(() => {
    pending = undefined
  })
  return pending
}

// Rendered in a separate React root, so no page includes it until it is needed.
async function openDialog(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<ReauthenticateDialog onDone={resolve} />)
  const succeeded = await promise
  root.unmount()
  container.remove()
  return succeeded
}

const text = t(
  "To protect your account, confirm that it's you. Your change then continues automatically.",
)
const action = { label: t('Confirm'), busy: t('Confirming...'), kind: 'primary' } as const

/** Reauthentication before a sensitive action, which then continues automatically. */
export function ReauthenticateDialog({ onDone }: { onDone: (succeeded: boolean) => void }) {
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
      <Button busy={busy && t('Confirming...')} onClick={authenticate}>
        <Icon name="key" size={18} />
        {t('Use a passkey instead')}
      </Button>
    </div>
  )
}
