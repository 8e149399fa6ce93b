import { useCallback, useState } from 'react'
import { sources } from '../../../../card/pictures.ts'
import { type GalleryImage, galleryMax } from '../../../../schema/card.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useHandler } from '../../../ui/useHandler.ts'
import type { PanelProps } from '../draft.ts'
import { AddGalleryImage } from '../images/AddGalleryImage.tsx'
import { PanelSection } from './PanelSection.tsx'

/** The pictures of the card: which, in what order, and what each shows. */
export function GalleryTab(props: PanelProps) {
  const { draft, change, errors } = props
  const { gallery } = draft
  const setAlt = useHandler((at: number, alt: string) =>
    change({
      gallery: gallery.map((image, index) =>
        index === at ? { ...image, alt: alt || null } : image,
      ),
    }),
  )
  const imageRow = useCallback(
    (image: GalleryImage, index: number) => (
      <div className="gallery-row">
        <Picture key={image.url} image={image} />
        <TextField
          label="What it shows"
          optional
          max={(image.alt?.length ?? 0) > nearlyFull ? altMax : undefined}
          value={image.alt}
          error={errors[`gallery.${index}.alt`] ?? errors[`gallery.${index}.url`]}
          onChange={(alt) => setAlt(index, alt)}
        />
      </div>
    ),
    [errors, setAlt],
  )
  return (
    <PanelSection
      title="Gallery"
      text="In the order visitors see them. Say what each image shows, for people who cannot see it."
    >
      <AddGalleryImage {...props} />
      <SortableList
        label="Gallery images"
        layout="grid"
        items={gallery}
        max={galleryMax}
        nameOf={nameOf}
        onChange={(images) => change({ gallery: images })}
        empty={
          <EmptyState
            icon="image"
            title="No images yet"
            text="Show your work, your shop or your team: visitors open each image large."
          />
        }
      >
        {imageRow}
      </SortableList>
    </PanelSection>
  )
}

function nameOf({ alt }: GalleryImage, index: number): string {
  return alt ?? `Image ${index + 1}`
}

const altMax = 200
const nearlyFull = 160

function Picture({ image }: { image: GalleryImage }) {
  const [broken, setBroken] = useState(false)
  const shown = sources(image.url, 'gallery', { width: 400, sizes: '(min-width:768px) 240px,90vw' })
  if (!shown || broken) return <p className="gallery-picture">This image cannot be shown.</p>
  return (
    <img
      className="gallery-picture"
      {...shown}
      alt=""
      width={600}
      height={400}
      draggable={false}
      onError={() => setBroken(true)}
    />
  )
}
