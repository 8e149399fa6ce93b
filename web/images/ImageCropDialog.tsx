import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { type CropType, cropRules } from '../../schema/images/upload.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button } from '../ui/Button.tsx'
import { Cropper } from '../ui/Cropper.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { errorToast } from '../ui/toasts.ts'
import type { FileError } from './inspect-image.ts'
import { type ImageUpload, UploadProgress } from './useImageUpload.tsx'

type Props = {
  type: CropType
  label: string
  /** The object URL of the chosen file. */
  source: string
  notices: FileError[]
  upload: ImageUpload
  onLoadError: () => void
  onClose: () => void
}

/** Crops and uploads an image. Stays open until the image is saved, so that a failed upload loses nothing. */
export function ImageCropDialog(props: Props) {
  const { type, upload, onClose } = props
  const id = useId()
  const [crop, setCrop] = useState<{ make: () => Promise<Blob> }>()
  const [cropFailed, setCropFailed] = useState(false)
  const { result, round } = cropRules[type]
  const { error, progress } = upload
  const busy = progress !== undefined
  const save = async () => {
    const blob = await crop?.make().catch(() => undefined)
    setCropFailed(!blob)
    if (!blob) errorToast(t('Upload Error'), t('Failed to process image'))
    else if (await upload.start(blob)) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React passes the event on to a form around this dialog.
    event.stopPropagation()
    if (crop && !busy) void save()
  }
  return (
    <Dialog title={t('Crop your {label}', { label: props.label })} width="crop" onClose={onClose}>
      <form className="dialog-body" id={id} noValidate onSubmit={submit} onKeyDown={submitOnEnter}>
        {props.notices.map(({ text }) => (
          <p key={text} className="field-hint">
            {text}
          </p>
        ))}
        <Cropper
          source={props.source}
          result={{ width: result[0], height: result[1] }}
          round={round}
          transparent={type === 'logo' || type === 'favicon'}
          disabled={busy}
          onReady={(make) => setCrop({ make })}
          onFail={props.onLoadError}
        />
        <UploadErrors {...{ cropFailed, error }} onSaved={onClose} />
      </form>
      <footer className="dialog-foot">
        {progress && <UploadProgress progress={progress} />}
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          form={id}
          kind="primary"
          aria-disabled={crop ? undefined : true}
          busy={busy && t('Uploading...')}
        >
          {t('Crop & Save')}
        </Button>
      </footer>
    </Dialog>
  )
}

function UploadErrors({
  cropFailed,
  error,
  onSaved,
}: {
  cropFailed: boolean
  error: ImageUpload['error']
  /** Called when a retry has saved the image. */
  onSaved: () => void
}) {
  return (
    <>
      <FailureNote
        title={t('Upload Error')}
        message={cropFailed ? t('Failed to process image') : undefined}
      />
      {error && (
        <ErrorPanel
          title={error.title}
          message={error.text}
          onRetry={async () => (await error.retry()) && onSaved()}
        />
      )}
    </>
  )
}

// On Enter, browsers submit only from fields: not from the picture, and Firefox not from sliders.
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
