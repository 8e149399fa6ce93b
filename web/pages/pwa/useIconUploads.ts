import { useState } from 'react'
import { type PwaSettings, type PwaSlot, pwaSlots } from '../../../schema/pwa.ts'
import { uploadErrors, uploadMaxBytes } from '../../../schema/upload.ts'
import { uploadPwaImage } from '../../data/pwa.ts'
import { errorToast, toast } from '../../ui/toasts.ts'
import type { Source } from './draw-icons.ts'
import { iconSlots, pictureIn, withPicture } from './icon-slots.ts'

// Loaded when the user selects a file.
const loadDrawing = () => import('./draw-icons.ts')

type Failure = { title: string; text: string }
export type SlotState = { busy?: true; failure?: Failure; made?: true }
type Change = (change: (settings: PwaSettings) => PwaSettings) => void

const types = ['image/png', 'image/jpeg', 'image/svg+xml']

/**
 * Uploads files to slots: validates, resizes, uploads, and fills empty slots from the same image.
 */
export function useIconUploads(draft: PwaSettings, change: Change) {
  const [states, setStates] = useState<Partial<Record<PwaSlot, SlotState>>>({})
  const note = (slot: PwaSlot, state: SlotState) =>
    setStates((before) => ({ ...before, [slot]: state }))
  const refuse = (slot: PwaSlot, failure: Failure) => {
    errorToast(failure.title, failure.text)
    note(slot, { failure })
  }
  const put = async (slot: PwaSlot, blob: Promise<Blob>, made?: true) => {
    note(slot, { busy: true })
    const url = await uploadPwaImage(slot, await blob)
    change((settings) => withPicture(settings, slot, url))
    note(slot, { made })
  }
  const fillUp = async (slot: PwaSlot, source: Source) => {
    const { drawFor, drawMaskable } = await loadDrawing()
    const empty = iconSlots.filter(
      (other) => other !== slot && !pictureIn(draft, other) && source.side >= pwaSlots[other],
    )
    for (const other of slot === 'splashImage' || slot === 'iconMaskable' ? [] : empty) {
      const { backgroundColor } = draft
      const maskable = other === 'iconMaskable'
      const drawn = maskable
        ? drawMaskable(source, backgroundColor)
        : drawFor(other, source, backgroundColor)
      await put(other, drawn, true).catch(() => refuse(other, failed(other)))
    }
  }
  const choose = async (slot: PwaSlot, files: File[]) => {
    const [file] = files
    if (!file) return
    const wrong = check(files)
    if (wrong) return refuse(slot, wrong)
    const { drawFor, openPicture } = await loadDrawing()
    const source = await openPicture(file).catch(() => undefined)
    if (!source) return refuse(slot, invalid)
    try {
      await put(slot, drawFor(slot, source, draft.backgroundColor))
      if (slot === 'splashImage')
        toast('Splash image uploaded', 'Your PWA splash screen image has been updated')
      else toast('Icon uploaded', 'Your PWA icon has been updated')
      await fillUp(slot, source)
    } catch {
      refuse(slot, failed(slot))
    } finally {
      source.release()
    }
  }
  const remove = (slot: PwaSlot) => {
    change((settings) => withPicture(settings, slot, null))
    note(slot, {})
  }
  return { states, choose, remove }
}

const invalid = {
  title: 'Invalid file type',
  text: 'Please upload a PNG, JPG, or SVG image.',
}

function check(files: File[]): Failure | undefined {
  const [file] = files
  if (files.length !== 1 || !file || !types.includes(file.type)) return invalid
  if (file.size > uploadMaxBytes) return { title: 'Upload failed', text: uploadErrors['too large'] }
}

function failed(slot: PwaSlot): Failure {
  const what = slot === 'splashImage' ? 'splash image' : 'icon'
  return { title: 'Upload failed', text: `Could not upload the ${what}. Please try again.` }
}
