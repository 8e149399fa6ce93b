import { useState } from 'react'
import { QrCode } from '../../card/qr/QrCode.tsx'
import {
  SecondFactorConfirmation,
  type SecondFactorSetup,
} from '../../schema/accounts/second-factor.ts'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { ReauthenticationForm } from '../shell/Reauthentication.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { ConfirmDialog, Dialog, DialogFoot, DoneFoot } from '../ui/Dialog.tsx'
import { downloadFile } from '../ui/download-file.ts'
import { Field, Form } from '../ui/Form.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { errorToast, toast } from '../ui/toasts.ts'
import {
  confirmSecondFactorSetup,
  regenerateRecoveryCodes,
  removeSecondFactor,
} from './data/sign-in-methods.ts'

/** Shows the key for the app, verifies the first code and then shows the recovery codes. */
export function SetUpDialog({ setup, onClose }: { setup: SecondFactorSetup; onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  return (
    <Dialog
      title={codes ? t('Save your recovery codes') : t('Set up two-step verification')}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodeList codes={codes} onClose={onClose} />
      ) : (
        <ConfirmForm setup={setup} onClose={onClose} onCodes={setCodes} />
      )}
    </Dialog>
  )
}

function ConfirmForm({
  setup: { secret, uri },
  onClose,
  onCodes,
}: {
  setup: SecondFactorSetup
  onClose: () => void
  onCodes: (codes: string[]) => void
}) {
  const { attempt, failure } = useSubmit(t('Setup failed'))
  const submit = (
    { code }: { code: string },
    setFieldError: (field: 'code', message: string) => void,
  ) =>
    attempt(async () => {
      const codes = await confirmSecondFactorSetup(code).catch((error) => {
        if (error instanceof RequestError && error.status === 400)
          setFieldError('code', error.serverMessage)
        throw error
      })
      toast(t('Two-step verification turned on'), t('Every other device was signed out.'))
      onCodes(codes)
    })
  return (
    <Form schema={SecondFactorConfirmation} defaultValues={{ code: '' }} onSubmit={submit}>
      {(busy) => (
        <>
          <div className="dialog-body">
            <p className="dialog-text">
              {t(
                'Scan this with an authenticator app, or enter the setup key in the app. Then enter the code it shows.',
              )}
            </p>
            <div className="qr-plate">
              <QrCode text={uri} size={200} label={t('QR code')} />
            </div>
            <CopyLine link={secret.replace(/.{4}(?=.)/g, '$& ')} what="key" name={t('Setup key')} />
            <FailureNote title={t('Setup failed')} message={failure} />
            <Field name="code" label={t('Code')} inputMode="numeric" autoComplete="one-time-code" />
          </div>
          <DialogFoot action={t('Turn on')} busy={busy && t('Turning on...')} onCancel={onClose} />
        </>
      )}
    </Form>
  )
}

/** Creates new recovery codes after a confirmation, since the current ones stop working. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  const { attempt, busy, failure } = useSubmit(t('Failed to create codes'))
  if (codes)
    return (
      <Dialog title={t('Save your recovery codes')} onClose={onClose}>
        <RecoveryCodeList codes={codes} onClose={onClose} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={t('Create new recovery codes?')}
      text={t('Your current codes will stop working.')}
      action={t('Create new codes')}
      busy={busy && t('Creating...')}
      error={<FailureNote title={t('Failed to create codes')} message={failure} />}
      onCancel={onClose}
      onConfirm={() => void attempt(async () => setCodes(await regenerateRecoveryCodes()))}
    />
  )
}

const copyByHand = t('Your browser blocked copying. Select the codes and copy them manually.')

/** The recovery codes, shown once, to copy or download. */
function RecoveryCodeList({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [failed, setFailed] = useState(false)
  const text = `${codes.join('\n')}\n`
  // Without https there is no `navigator.clipboard`.
  const write = async () => navigator.clipboard.writeText(text)
  const copy = () =>
    void write().then(
      () => toast(t('Codes copied'), t('Your recovery codes have been copied to clipboard.')),
      () => {
        setFailed(true)
        errorToast(t('Copy failed'), copyByHand)
      },
    )
  const download = () =>
    downloadFile(
      new Blob([text], { type: 'text/plain' }),
      `${product.shortName}-recovery-codes.txt`,
    )
  return (
    <>
      <div className="dialog-body">
        <p className="dialog-text">
          {t(
            "Each code signs you in once without your phone. Store them safely. They won't be shown again.",
          )}
        </p>
        <ul className="recovery-codes" aria-label={t('Recovery codes')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        {failed && <Note kind="bad">{copyByHand}</Note>}
      </div>
      <DoneFoot onClose={onClose}>
        <Button onClick={copy} icon="copy">
          {t('Copy')}
        </Button>
        <Button onClick={download} icon="download">
          {t('Download')}
        </Button>
      </DoneFoot>
    </>
  )
}

const turnOffText = t(
  "You'll sign in with only your password, and your recovery codes will stop working.",
)
const action = { label: t('Turn off'), busy: t('Turning off...'), kind: 'danger' } as const

/** Turns two-step verification off; requires the password and a code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('Turn off two-step verification?')} onClose={onClose}>
      <ReauthenticationForm
        withCode
        text={turnOffText}
        failureTitle={t('Failed to turn off')}
        action={action}
        onCancel={onClose}
        onSubmit={async (proof) => {
          await removeSecondFactor(proof)
          toast(t('Two-step verification turned off'), t('Every other device was signed out.'))
          onClose()
        }}
      />
    </Dialog>
  )
}
