import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { type CropType, cropRules } from '../../schema/images/upload.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button } from '../ui/Button.tsx'
import { Cropper } from '../ui/Cropper.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Notes.tsx'
import { errorToast } from '../ui/toasts.ts'
import type { FileError } from './inspect-image.ts'
import { type ImageUpload, UploadProgress } from './useImageUpload.tsx'

/** Crops and uploads an image; stays open until it is saved, so that a failed upload loses nothing. */
export function ImageCropDialog({
  type,
  label,
  source,
  notices,
  upload,
  onLoadError,
  onClose,
}: {
  type: CropType
  label: string
  /** The object URL of the chosen file. */
  source: string
  notices: FileError[]
  upload: ImageUpload
  onLoadError: () => void
  onClose: () => void
}) {
  const id = useId()
  const [crop, setCrop] = useState<{ make: () => Promise<Blob> }>()
  const [cropFailed, setUnprocessed] = useState(false)
  const { result, round } = cropRules[type]
  const busy = upload.progress !== undefined
  const save = async () => {
    const blob = await crop?.make().catch(() => undefined)
    setUnprocessed(!blob)
    if (!blob) errorToast(t('Upload Error'), t('Failed to process image'))
    else if (await upload.start(blob)) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React passes it on to a form around this dialog.
    event.stopPropagation()
    if (crop && !busy) void save()
  }
  const retry = upload.error?.retry
  return (
    <Dialog title={t('Crop your {label}', { label })} width="crop" onClose={onClose}>
      <form className="dialog-body" id={id} noValidate onSubmit={submit} onKeyDown={submitOnEnter}>
        {notices.map(({ text }) => (
          <p key={text} className="field-hint">
            {text}
          </p>
        ))}
        <Cropper
          source={source}
          result={{ width: result[0], height: result[1] }}
          round={round}
          transparent={type === 'logo' || type === 'favicon'}
          disabled={busy}
          onReady={(make) => setCrop({ make })}
          onFail={onLoadError}
        />
        {cropFailed && (
          <Note kind="bad" title={t('Upload Error')}>
            {t('Failed to process image')}
          </Note>
        )}
        {upload.error && retry && (
          <ErrorPanel
            title={upload.error.title}
            message={upload.error.text}
            onRetry={async () => (await retry()) && onClose()}
          />
        )}
      </form>
      <footer className="dialog-foot">
        {upload.progress && <UploadProgress progress={upload.progress} />}
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

// Browsers do this in text fields only: not on the picture, and Firefox not in sliders either.
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
