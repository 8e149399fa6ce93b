import { galleryMax } from '../../../../schema/card.ts'
import { Button } from '../../../ui/Button.tsx'
import type { PanelProps } from '../draft.ts'

/** The button that adds a picture to the end of the gallery, with the count beside it; a ninth is refused. */
export function AddGalleryImage({ draft }: PanelProps) {
  return (
    <div className="image-field">
      <Button>Add Image</Button>
      <p>
        {draft.gallery.length} of {galleryMax}
      </p>
    </div>
  )
}
