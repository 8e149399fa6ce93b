import { useRef } from 'react'
import { galleryMax } from '../../../../schema/card.ts'
import { ImageSlot } from '../../../ui/ImageSlot.tsx'
import type { PanelProps } from '../draft.ts'
import { pickable } from './check-file.ts'
import { PickerNote } from './PickerNote.tsx'
import { galleryFull, useGalleryUpload } from './useGalleryUpload.ts'

/** Adds pictures to the end of the gallery and saves it each time; a ninth is refused. */
export function AddGalleryImage(props: PanelProps) {
  const input = useRef<HTMLInputElement>(null)
  const { take, troubles, upload } = useGalleryUpload(props)
  const count = props.draft.gallery.length
  return (
    <>
      <ImageSlot
        kind="gallery"
        label="Gallery Images"
        hint={`${count} of ${galleryMax}. Recommended 1200x800 px. JPG, PNG or GIF, up to 5MB.`}
        action="Add"
        unavailable={
          count >= galleryMax
            ? galleryFull.text
            : upload.progress && 'Add more when this one is there.'
        }
        onOpen={() => input.current?.click()}
        onDrop={(files) => void take(files)}
      >
        <PickerNote troubles={troubles} upload={upload} />
      </ImageSlot>
      <input
        ref={input}
        type="file"
        accept={pickable}
        aria-label="Gallery Images"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          void take(files)
        }}
      />
    </>
  )
}
