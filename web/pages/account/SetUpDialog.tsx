import { useState } from 'react'
import { QrCode } from '../../../card/QrCode.tsx'
import { FactorProof, type FactorSetUp } from '../../../schema/second-factor.ts'
import { RequestError } from '../../api.ts'
import { confirmFactor } from '../../data/second-factor.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'

/** Gives the app its key, asks for the first code, and then shows the recovery codes. */
export function SetUpDialog({ begun, onClose }: { begun: FactorSetUp; onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  return (
    <Dialog title={codes ? 'Keep your recovery codes' : 'Set up a second factor'} onClose={onClose}>
      {codes ? (
        <RecoveryCodeList codes={codes} onClose={onClose} />
      ) : (
        <ConfirmForm begun={begun} onClose={onClose} onCodes={setCodes} />
      )}
    </Dialog>
  )
}

function ConfirmForm({
  begun: { secret, uri },
  onClose,
  onCodes,
}: {
  begun: FactorSetUp
  onClose: () => void
  onCodes: (codes: string[]) => void
}) {
  const { attempt, failure } = useAttempt('Set-up failed')
  const submit = ({ code }: { code: string }, refuse: (field: 'code', message: string) => void) =>
    attempt(async () => {
      const codes = await confirmFactor(code).catch((error) => {
        if (error instanceof RequestError && error.status === 400) refuse('code', error.sentence)
        throw error
      })
      toast('Second factor on', 'Every other device was signed out.')
      onCodes(codes)
    })
  return (
    <Form contract={FactorProof} start={{ code: '' }} onSubmit={submit}>
      {(busy) => (
        <>
          <div className="dialog-body">
            <p className="dialog-text">
              Scan this with an authenticator app, or type the key into it. Then enter the code it
              shows.
            </p>
            <div className="qr-plate">
              <QrCode text={uri} size={200} />
            </div>
            <CopyLine link={secret.replace(/.{4}(?=.)/g, '$& ')} what="key" name="The key" />
            {failure && (
              <Note kind="bad" title="Set-up failed">
                {failure}
              </Note>
            )}
            <Field name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
          </div>
          <footer className="dialog-foot">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" busy={busy && 'Turning on...'}>
              Turn on
            </Button>
          </footer>
        </>
      )}
    </Form>
  )
}
