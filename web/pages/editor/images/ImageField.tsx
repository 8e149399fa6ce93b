import { Button } from '../../../ui/Button.tsx'
import type { PanelProps } from '../draft.ts'
import { type ImageFieldName, imageFields } from './fields.ts'
import { useImagePicker } from './useImagePicker.tsx'

/** One picture of the card: shown, picked or dropped, replaced, removed. */
export function ImageField({ field, ...props }: PanelProps & { field: ImageFieldName }) {
  const { open, dialog, note } = useImagePicker(props, field)
  return (
    <div className="image-field">
      <h3>{imageFields[field].label}</h3>
      <Button onClick={open}>Upload</Button>
      {note}
      {dialog}
    </div>
  )
}
