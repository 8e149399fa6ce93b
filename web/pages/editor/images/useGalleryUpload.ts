import { useEffect, useRef, useState } from 'react'
import { galleryMax } from '../../../../schema/card.ts'
import { errorToast, toast } from '../../../ui/toasts.ts'
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
  const [troubles, setTroubles] = useState<Trouble[]>([])
  // Chosen together with one that failed, and to be added after it.
  const [waiting, setWaiting] = useState<File[]>([])
  const upload = useUploading({
    cardId: card.id,
    type: 'gallery',
    keep: (url) => save({ gallery: [...gallery.current, { url, alt: null }] }, words),
  })
  const refuse = (reason: Trouble) => {
    errorToast(reason.title, reason.text)
    setTroubles((said) => [...said.filter(({ text }) => text !== reason.text), reason])
  }
  const add = async (files: File[]) => {
    for (const [i, file] of files.entries()) {
      const checked = await checkFile(file, 'gallery')
      if ('trouble' in checked) {
        refuse(checked.trouble)
        continue
      }
      for (const { title, text } of checked.notices) toast(title, text)
      setWaiting(files.slice(i + 1))
      if (!(await upload.start(file))) return
    }
  }
  const take = async (files: File[]) => {
    if (upload.progress) return
    setTroubles([])
    upload.forget()
    const room = galleryMax - gallery.current.length
    if (files.length > room) refuse(galleryFull)
    await add(files.slice(0, room))
  }
  const { failed } = upload
  const again = async () => {
    const kept = (await failed?.again()) ?? false
    if (kept) await add(waiting)
    return kept
  }
  const follow = waiting.length > 0 ? ` Those chosen after it follow: ${waiting.length}.` : ''
  return {
    take,
    troubles,
    upload: { ...upload, failed: failed && { ...failed, text: failed.text + follow, again } },
  }
}
