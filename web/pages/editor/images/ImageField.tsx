import { cropRules } from '../../../../schema/upload.ts'
import { ImageSlot } from '../../../ui/ImageSlot.tsx'
import type { PanelProps } from '../draft.ts'
import { fixedReason, ruledHint } from '../template.ts'
import { AltField } from './AltField.tsx'
import { type ImageFieldName, imageFields } from './fields.ts'
import { useImagePicker } from './useImagePicker.tsx'
import { unkeptWords } from './useUploading.ts'

/** One picture of the card: shown, picked or dropped, cropped, replaced, removed. Each change is saved at once. */
export function ImageField({ field, ...props }: PanelProps & { field: ImageFieldName }) {
  const { open, take, dialog, note } = useImagePicker(props, field)
  const { type, label, set } = imageFields[field]
  const [width, height] = cropRules[type].result
  const picture = props.draft[field]
  const size = `Recommended ${width}x${height} px. JPG, PNG or GIF, up to 5MB.`
  const fixed = fixedReason(props, field)
  return (
    <>
      <ImageSlot
        kind={type}
        label={label}
        hint={ruledHint(props, field, size) ?? size}
        unavailable={fixed}
        picture={picture}
        action={picture ? 'Replace' : 'Upload'}
        onOpen={open}
        onDrop={([file]) => file && take(file)}
        onRemove={fixed ? undefined : () => void props.save(set(null), unkeptWords)}
      >
        {note}
        {picture && field !== 'faviconUrl' && <AltField {...props} field={field} />}
      </ImageSlot>
      {dialog}
    </>
  )
}
