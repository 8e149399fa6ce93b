import { useCallback, useEffect, useRef, useState } from 'react'
import { imageProps } from '../../../../card/parts/srcset.ts'
import { type GalleryImage, maxGalleryImages } from '../../../../schema/cards/card-fields.ts'
import { acceptedTypes, checkFile, type FileError } from '../../../images/inspect-image.ts'
import {
  UploadStatus,
  uploadSaveMessages,
  useImageUpload,
} from '../../../images/useImageUpload.tsx'
import { t } from '../../../messages/t.ts'
import { FileInput } from '../../../ui/Fields.tsx'
import { ImageSlot } from '../../../ui/ImageSlot.tsx'
import { EmptyState } from '../../../ui/Notes.tsx'
import { SortableList, useEventCallback } from '../../../ui/SortableList.tsx'
import { errorToast, infoToast } from '../../../ui/toasts.ts'
import { ReachButton } from '../audience/ReachButton.tsx'
import type { PanelProps } from '../draft.ts'
import { CardTextField } from '../languages/TranslatedField.tsx'
import { PanelSection } from './PanelSection.tsx'

/** The gallery: its images, their order and descriptions. */
export function GalleryTab(props: PanelProps) {
  const { draft, change, errors } = props
  const { gallery } = draft
  const setAlt = useEventCallback((at: number, alt: string) =>
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
        <CardTextField
          of={{ name: 'gallery', key: image.url }}
          label={t('Image description')}
          optional
          max={(image.alt?.length ?? 0) > showCounterFrom ? altMax : undefined}
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
      title={t('Gallery')}
      action={<ReachButton panel={props} field="gallery" />}
      text={t('Describe each image for people using screen readers.')}
    >
      <AddGalleryImage {...props} />
      <SortableList
        label={t('Gallery images')}
        layout="grid"
        items={gallery}
        max={maxGalleryImages}
        nameOf={nameOf}
        onChange={(images) => change({ gallery: images })}
        empty={
          <EmptyState
            icon="image"
            title={t('No images yet')}
            text={t('Show your work, your shop or your team. Visitors can enlarge each image.')}
          />
        }
      >
        {imageRow}
      </SortableList>
    </PanelSection>
  )
}

function nameOf({ alt }: GalleryImage, index: number): string {
  return alt ?? t('Image {at}', { at: index + 1 })
}

const altMax = 200
const showCounterFrom = 160

function Picture({ image }: { image: GalleryImage }) {
  const [broken, setBroken] = useState(false)
  const shown = imageProps(image.url, 'gallery', {
    width: 400,
    sizes: '(min-width:768px) 240px,90vw',
  })
  if (!shown || broken) return <p className="gallery-picture">{t('This image cannot be shown.')}</p>
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

/** Adds images to the gallery, up to its maximum, and saves after each. */
function AddGalleryImage(props: PanelProps) {
  const input = useRef<HTMLInputElement>(null)
  const { addFiles, errors, upload } = useGalleryUpload(props)
  const count = props.draft.gallery.length
  return (
    <>
      <ImageSlot
        kind="gallery"
        label={t('Gallery images')}
        hint={t(
          '{count} of {maxGalleryImages}. Recommended 1200x800 px. JPG, PNG or GIF, up to 5 MB.',
          { count, maxGalleryImages },
        )}
        action={t('Add')}
        unavailable={
          count >= maxGalleryImages
            ? galleryFull.text
            : upload.progress && t('Wait for this upload to finish before adding more.')
        }
        onOpen={() => input.current?.click()}
        onDrop={(files) => void addFiles(files)}
      >
        <UploadStatus errors={errors} upload={upload} />
      </ImageSlot>
      <FileInput
        ref={input}
        label={t('Gallery images')}
        accept={acceptedTypes}
        multiple
        onPick={(files) => void addFiles(files)}
      />
    </>
  )
}

const galleryFull = {
  title: t('Gallery is full'),
  text: t('A gallery holds at most {maxGalleryImages} images. Remove one to add another.', {
    maxGalleryImages,
  }),
}

/** Checks, uploads and adds images one by one, up to the maximum. */
function useGalleryUpload({ card, draft, save }: PanelProps) {
  // The gallery may change during an upload.
  const gallery = useRef(draft.gallery)
  useEffect(() => {
    gallery.current = draft.gallery
  }, [draft.gallery])
  const [errors, setErrors] = useState<FileError[]>([])
  // Chosen together with a file that failed; added once its retry succeeds.
  const [waiting, setWaiting] = useState<File[]>([])
  const upload = useImageUpload({
    cardId: card.id,
    type: 'gallery',
    saveUrl: (url) =>
      save({ gallery: [...gallery.current, { url, alt: null }] }, uploadSaveMessages),
  })
  const reportError = (error: FileError) => {
    errorToast(error.title, error.text)
    setErrors((others) => [...others.filter(({ text }) => text !== error.text), error])
  }
  const uploadFiles = async (files: File[]) => {
    for (const [i, file] of files.entries()) {
      const checked = await checkFile(file, 'gallery')
      if ('error' in checked) {
        reportError(checked.error)
        continue
      }
      for (const { title, text } of checked.notices) infoToast(title, text)
      setWaiting(files.slice(i + 1))
      if (!(await upload.start(file))) return
    }
  }
  const addFiles = async (files: File[]) => {
    if (upload.progress) return
    setErrors([])
    upload.clearError()
    const room = maxGalleryImages - gallery.current.length
    if (files.length > room) reportError(galleryFull)
    await uploadFiles(files.slice(0, room))
  }
  const { error } = upload
  const retry = async () => {
    const saved = (await error?.retry()) ?? false
    if (saved) await uploadFiles(waiting)
    return saved
  }
  const waitingText =
    waiting.length > 0 ? ` ${t('Waiting to upload: {count}.', { count: waiting.length })}` : ''
  return {
    addFiles,
    errors,
    upload: { ...upload, error: error && { ...error, text: error.text + waitingText, retry } },
  }
}
