import { type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyWithPreload } from '../../../ui/lazyWithPreload.tsx'
import { errorToast, toast } from '../../../ui/toasts.ts'
import type { PanelProps } from '../draft.ts'
import { type ImageFieldName, imageFields } from './image-fields.ts'
import { acceptedTypes, checkFile, type FileProblem, unreadableFile } from './inspect-image.ts'
import { PickerNote } from './UploadProgress.tsx'
import { uploadSaveMessages, useUploading } from './useUploading.ts'

const ImageCropDialog = lazyWithPreload(
  async () => (await import('./ImageCropDialog.tsx')).ImageCropDialog,
)

export type ImagePicker = {
  /** Opens the browser's file picker; call it from a press. */
  open: () => void
  /** Goes on with a file that was dropped. */
  take: (file: File) => void
  /** Put this anywhere in the page: the hidden file input and, when a picture is chosen, the crop dialog. */
  dialog: ReactNode
  /** How far an upload is, or what last went wrong, with Try again; put it where the person was acting. */
  note: ReactNode
  /** From the choice of a file until its picture is on the card. */
  busy: boolean
}

type Picked = { source: string; notices: FileProblem[] }

/** Picking, checking, cropping and uploading the picture of one field; sets the field and saves the card. */
export function useImagePicker(props: PanelProps, field: ImageFieldName): ImagePicker {
  const { type, label } = imageFields[field]
  const input = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<Picked>()
  const [trouble, setTrouble] = useState<FileProblem>()
  const upload = useUploading({
    cardId: props.card.id,
    type,
    keep: (url) => {
      close()
      return props.save({ [field]: url }, uploadSaveMessages)
    },
  })
  const refuse = (reason: FileProblem) => {
    errorToast(reason.title, reason.text)
    setTrouble(reason)
  }
  const close = () => {
    upload.cancel()
    if (picked) URL.revokeObjectURL(picked.source)
    setPicked(undefined)
  }
  const take = async (file: File) => {
    if (upload.progress) return
    setTrouble(undefined)
    upload.forget()
    const checked = await checkFile(file, type)
    if ('trouble' in checked) return refuse(checked.trouble)
    const { notices } = checked
    for (const { title, text } of notices) toast(title, text)
    setPicked({ source: URL.createObjectURL(file), notices })
  }
  return {
    open: () => {
      ImageCropDialog.preload()
      input.current?.click()
    },
    take: (file) => void take(file),
    busy: picked !== undefined || upload.progress !== undefined,
    note: picked ? null : <PickerNote troubles={trouble ? [trouble] : []} upload={upload} />,
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
            // The same file may be chosen again.
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
