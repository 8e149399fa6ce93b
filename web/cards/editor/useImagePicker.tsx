import { type ReactNode, useRef, useState } from 'react'
import {
  acceptedTypes,
  checkFile,
  type FileError,
  type ImageFieldName,
  imageFields,
  unreadableError,
} from '../../images/inspect-image.ts'
import { UploadStatus, uploadSaveMessages, useImageUpload } from '../../images/useImageUpload.tsx'
import { FileInput } from '../../ui/Fields.tsx'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'
import { errorToast, infoToast } from '../../ui/toasts.ts'
import type { PanelProps } from './draft.ts'

const ImageCropDialog = lazyWithPreload(
  () => import('../../images/ImageCropDialog.tsx'),
  'ImageCropDialog',
  null,
)

type ImagePicker = {
  /** Opens the browser's file picker; must be called from a user gesture. */
  open: () => void
  /** Opens the front camera instead, if the device has one. */
  openCamera: () => void
  /** Takes a file that was dropped. */
  pickFile: (file: File) => void
  /** The hidden file input and, once a file is chosen, the crop dialog. Render it anywhere. */
  dialog: ReactNode
  /** The progress of the upload, or the last error. Render it next to the control. */
  note: ReactNode
  /** True from when a file is chosen until its image is on the card. */
  busy: boolean
}

type Picked = { source: string; notices: FileError[] }

/** Picks, checks, crops and uploads the image of a field, then sets the field and saves the card. */
export function useImagePicker(props: PanelProps, field: ImageFieldName): ImagePicker {
  const { type, label } = imageFields[field]
  const input = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<Picked>()
  const [error, setError] = useState<FileError>()
  const upload = useImageUpload({
    cardId: props.card.id,
    type,
    saveUrl: (url) => {
      close()
      return props.save({ [field]: url }, uploadSaveMessages)
    },
  })
  const reportError = (reason: FileError) => {
    errorToast(reason.title, reason.text)
    setError(reason)
  }
  const close = () => {
    upload.cancel()
    if (picked) URL.revokeObjectURL(picked.source)
    setPicked(undefined)
  }
  const pickFile = async (file: File) => {
    if (upload.progress) return
    setError(undefined)
    upload.clearError()
    const checked = await checkFile(file, type)
    if ('error' in checked) return reportError(checked.error)
    for (const { title, text } of checked.notices) infoToast(title, text)
    setPicked({ source: URL.createObjectURL(file), notices: checked.notices })
  }
  const failToLoad = () => {
    close()
    reportError(unreadableError)
  }
  return {
    open: () => openFilePicker(input.current),
    openCamera: () => openFilePicker(input.current, 'user'),
    pickFile: (file) => void pickFile(file),
    busy: picked !== undefined || upload.progress !== undefined,
    note: picked ? null : <UploadStatus errors={error ? [error] : []} upload={upload} />,
    dialog: (
      <>
        <FileInput
          ref={input}
          label={label}
          accept={acceptedTypes}
          onPick={([file]) => file && void pickFile(file)}
        />
        {picked && (
          <ImageCropDialog
            {...{ type, label, upload, ...picked }}
            onLoadError={failToLoad}
            onClose={close}
          />
        )}
      </>
    ),
  }
}

function openFilePicker(input: HTMLInputElement | null, camera?: 'user'): void {
  ImageCropDialog.preload()
  if (!input) return
  if (camera) input.setAttribute('capture', camera)
  else input.removeAttribute('capture')
  input.click()
}
