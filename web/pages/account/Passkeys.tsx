import { useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import type { Passkey } from '../../../schema/passkey.ts'
import { sentence } from '../../api.ts'
import { addPasskey, usePasskeys } from '../../data/passkeys.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel, Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { RemovePasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'

/** The id of the heading, to move the focus to. */
export const passkeysHeading = 'passkeys-heading'

type Asked = { what: 'rename' | 'remove'; passkey: Passkey }

/** What signs in instead of the password: made, named and removed here. */
export function Passkeys() {
  const { passkeys, error, again } = usePasskeys()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <section className="panel account-panel" aria-labelledby={passkeysHeading}>
      <h2 id={passkeysHeading} tabIndex={-1}>
        Passkeys
      </h2>
      <p>
        A passkey signs you in with your fingerprint, your face or the lock of your screen: without
        your password, and without a code.
      </p>
      {passkeys && passkeys.length > 0 && (
        <ul className="session-list">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onAsk={(what) => setAsked({ what, passkey })}
            />
          ))}
        </ul>
      )}
      {passkeys?.length === 0 && <p>You have no passkeys yet.</p>}
      {passkeys && <AddPasskey />}
      {!passkeys && error && (
        <ErrorPanel
          title="Your passkeys could not be loaded"
          message={sentence(error, 'Something went wrong. Please try again.')}
          onRetry={() => void again()}
        />
      )}
      {!passkeys && !error && <PasskeysSkeleton />}
      {asked?.what === 'rename' && <RenamePasskeyDialog passkey={asked.passkey} onClose={close} />}
      {asked?.what === 'remove' && <RemovePasskeyDialog passkey={asked.passkey} onClose={close} />}
    </section>
  )
}

function AddPasskey() {
  const { attempt, busy, failure } = useAttempt('No passkey was added')
  if (!('PublicKeyCredential' in window))
    return <Note kind="warn">This browser makes no passkeys, or not over plain http.</Note>
  const add = () =>
    void attempt(async () => {
      const { name } = await addPasskey()
      toast('Passkey added', `${name} signs you in from now on.`)
    })
  return (
    <>
      {failure && (
        <Note kind="bad" title="No passkey was added">
          {failure}
        </Note>
      )}
      <Button busy={busy && 'Adding...'} onClick={add}>
        <Icon name="key" size={18} />
        Add a passkey
      </Button>
    </>
  )
}

function PasskeysSkeleton() {
  return (
    <div className="session-list" role="status" aria-busy="true">
      <span className="hidden-text">Loading your passkeys</span>
      <div className="skeleton skeleton-row" />
    </div>
  )
}
