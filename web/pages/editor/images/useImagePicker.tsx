import { type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyWithPreload } from '../../../ui/lazyWithPreload.tsx'
import { errorToast, infoToast } from '../../../ui/toasts.ts'
import type { PanelProps } from '../draft.ts'
import { type ImageFieldName, imageFields } from './image-fields.ts'
import { acceptedTypes, checkFile, type FileProblem, unreadableFile } from './inspect-image.ts'
import { PickerNote } from './UploadProgress.tsx'
import { uploadSaveMessages, useUploading } from './useUploading.ts'

const ImageCropDialog = lazyWithPreload(
  async () => (await import('./ImageCropDialog.tsx')).ImageCropDialog,
)

type ImagePicker = {
  /** Opens the browser's file picker; must be called from a user gesture. */
  open: () => void
  /** Opens the front camera instead, on devices that have one. */
  openCamera: () => void
  /** Processes a dropped file. */
  take: (file: File) => void
  /** Render it anywhere in the page: the hidden file input and, after a choice, the crop dialog. */
  dialog: ReactNode
  /** Upload progress or the last problem with a retry; render it next to the control. */
  note: ReactNode
  /** True from the choice of a file until its image is on the card. */
  busy: boolean
}

type Picked = { source: string; notices: FileProblem[] }

/** Picks, checks, crops and uploads the image of a field, then sets the field and saves the card. */
export function useImagePicker(props: PanelProps, field: ImageFieldName): ImagePicker {
  const { type, label } = imageFields[field]
  const input = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<Picked>()
  const [problem, setProblem] = useState<FileProblem>()
  const upload = useUploading({
    cardId: props.card.id,
    type,
    saveUrl: (url) => {
      close()
      return props.save({ [field]: url }, uploadSaveMessages)
    },
  })
  const refuse = (reason: FileProblem) => {
    errorToast(reason.title, reason.text)
    setProblem(reason)
  }
  const close = () => {
    upload.cancel()
    if (picked) URL.revokeObjectURL(picked.source)
    setPicked(undefined)
  }
  const choose = (camera?: 'user') => {
    ImageCropDialog.preload()
    if (!input.current) return
    if (camera) input.current.setAttribute('capture', camera)
    else input.current.removeAttribute('capture')
    input.current.click()
  }
  const take = async (file: File) => {
    if (upload.progress) return
    setProblem(undefined)
    upload.forget()
    const checked = await checkFile(file, type)
    if ('problem' in checked) return refuse(checked.problem)
    const { notices } = checked
    for (const { title, text } of notices) infoToast(title, text)
    setPicked({ source: URL.createObjectURL(file), notices })
  }
  return {
    open: () => choose(),
    openCamera: () => choose('user'),
    take: (file) => void take(file),
    busy: picked !== undefined || upload.progress !== undefined,
    note: picked ? null : <PickerNote problems={problem ? [problem] : []} upload={upload} />,
    dialog: (
      <>
        <input
          ref={input}
          type="file"
          accept={acceptedTypes}
          aria-label={label}
          hidden
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // Allows choosing the same file again.
            currentTarget.value = ''
            if (file) void take(file)
          }}
        />
        {picked && (
          <Suspense fallback={null}>
            <ImageCropDialog
              type={type}
              label={label}
              {...picked}
              upload={upload}
              onUnloadable={() => {
                close()
                refuse(unreadableFile)
              }}
              onClose={close}
            />
          </Suspense>
        )}
      </>
    ),
  }
}
