import { Icon } from '../../card/Icon.tsx'
import { proveWithPasskey, usePasskeys } from '../data/passkeys.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Notes.tsx'
import { useAttempt } from './useAttempt.ts'

/** Proves who one is with a passkey; for who has one. */
export function PasskeyProof({ onDone }: { onDone: () => void }) {
  const { passkeys } = usePasskeys()
  const { attempt, busy, failure } = useAttempt('Not confirmed')
  if (!passkeys?.length || !('PublicKeyCredential' in window)) return null
  const prove = () =>
    void attempt(async () => {
      await proveWithPasskey()
      onDone()
    })
  return (
    <div className="passkey-proof">
      {failure && (
        <Note kind="bad" title="Not confirmed">
          {failure}
        </Note>
      )}
      <Button busy={busy && 'Confirming...'} onClick={prove}>
        <Icon name="key" size={18} />
        Use a passkey instead
      </Button>
    </div>
  )
}
