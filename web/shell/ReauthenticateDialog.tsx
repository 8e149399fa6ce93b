import { reauthenticate, useFactor } from '../data/second-factor.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { PasskeyProof } from './PasskeyProof.tsx'
import { ProofForm } from './ProofForm.tsx'

const text =
  'It has been a while since you signed in, and this could give an account away. Then it goes on by itself.'
const action = { label: 'Confirm', busy: 'Confirming...', kind: 'primary' } as const

/** Asks who one is before something dangerous, which then goes on by itself. */
export function ReauthenticateDialog({ onDone }: { onDone: (given: boolean) => void }) {
  const { factor, error } = useFactor()
  return (
    <Dialog title="Enter your password again" onClose={() => onDone(false)}>
      {factor || error ? (
        <>
          <ProofForm
            withCode={factor?.on ?? false}
            text={text}
            failed="Not confirmed"
            action={action}
            onCancel={() => onDone(false)}
            onProof={async (proof) => {
              await reauthenticate(proof)
              onDone(true)
            }}
          />
          <PasskeyProof onDone={() => onDone(true)} />
        </>
      ) : (
        <div className="dialog-body">
          <div className="skeleton mail-skeleton" />
        </div>
      )}
    </Dialog>
  )
}
