import { useEffect, useRef, useState } from 'react'
import { galleryMax } from '../../../../schema/card.ts'
import { errorToast } from '../../../ui/toasts.ts'
import type { PanelProps } from '../draft.ts'
import { checkFile, type Trouble } from './check-file.ts'
import { useUploading, unkeptWords as words } from './useUploading.ts'

export const galleryFull = {
  title: 'Gallery is full',
  text: `A gallery holds at most ${galleryMax} images. Remove one to add another.`,
}

/** Checks, uploads and adds pictures one after the other, as many as there is room for. */
export function useGalleryUpload({ card, draft, save }: PanelProps) {
  // The gallery may change while a picture is on its way.
  const gallery = useRef(draft.gallery)
  useEffect(() => {
    gallery.current = draft.gallery
  }, [draft.gallery])
  const [trouble, setTrouble] = useState<Trouble>()
  const upload = useUploading({
    cardId: card.id,
    type: 'gallery',
    keep: (url) => save({ gallery: [...gallery.current, { url, alt: null }] }, words),
  })
  const refuse = (reason: Trouble) => {
    errorToast(reason.title, reason.text)
    setTrouble(reason)
  }
  const take = async (files: File[]) => {
    if (upload.progress) return
    setTrouble(undefined)
    upload.forget()
    const room = galleryMax - gallery.current.length
    if (files.length > room) refuse(galleryFull)
    for (const file of files.slice(0, room)) {
      const checked = await checkFile(file, 'gallery')
      if ('trouble' in checked) refuse(checked.trouble)
      else if (!(await upload.start(file))) return
    }
  }
  return { take, trouble, upload }
}
