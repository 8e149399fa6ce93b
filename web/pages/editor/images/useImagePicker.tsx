import type { ReactNode } from 'react'
import type { PanelProps } from '../draft.ts'
import type { ImageFieldName } from './fields.ts'

export type ImagePicker = {
  /** Opens the browser's file picker; call it from a press. */
  open: () => void
  /** Goes on with a file that was dropped. */
  take: (file: File) => void
  /** Put this anywhere in the page: the hidden file input and, when a picture is chosen, the crop dialog. */
  dialog: ReactNode
  /** What last went wrong, with Retry; put it where the person was acting. */
  note: ReactNode
  busy: boolean
}

/** Picking, checking, cropping and uploading the picture of one field; sets the field and saves the card. */
export function useImagePicker(_props: PanelProps, _field: ImageFieldName): ImagePicker {
  return { open: () => {}, take: () => {}, dialog: null, note: null, busy: false }
}
