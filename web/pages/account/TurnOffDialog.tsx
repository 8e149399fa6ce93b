import { dropFactor } from '../../data/second-factor.ts'
import { ProofForm } from '../../shell/ProofForm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.ts'

const text = 'Your password alone signs you in then, and your recovery codes no longer work.'
const action = { label: 'Turn off', busy: 'Turning off...', kind: 'danger' } as const

/** Asks for both factors once more. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Turn off the second factor?" onClose={onClose}>
      <ProofForm
        withCode
        text={text}
        failed="Not turned off"
        action={action}
        onCancel={onClose}
        onProof={async (proof) => {
          await dropFactor(proof)
          toast('Second factor off', 'Every other device was signed out.')
          onClose()
        }}
      />
    </Dialog>
  )
}
