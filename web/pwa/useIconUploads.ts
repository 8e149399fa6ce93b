import { useState } from 'react'
import { uploadErrors, uploadMaxBytes } from '../../schema/images/upload.ts'
import { type PwaSettings, type PwaSlot, pwaSlots } from '../../schema/pwa/pwa.ts'
import { t, translated } from '../messages/t.ts'
import { errorToast, toast } from '../ui/toasts.ts'
import { uploadPwaImage } from './data.ts'
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
  const fillEmpty = async (slot: PwaSlot, source: Source) => {
    if (slot === 'splashImage' || slot === 'iconMaskable') return
    for (const other of emptySlots(draft, source))
      if (other !== slot)
        await put(other, drawIcon(other, source, draft), true).catch(() =>
          refuse(other, failed(other)),
        )
  }
  const choose = async (slot: PwaSlot, files: File[]) => {
    const [file] = files
    if (!file) return
    const failure = check(files)
    if (failure) return refuse(slot, failure)
    const { drawFor, openPicture } = await loadDrawing()
    const source = await openPicture(file).catch(() => undefined)
    if (!source) return refuse(slot, invalid)
    try {
      await put(slot, drawFor(slot, source, draft.backgroundColor))
      toastUploaded(slot)
      await fillEmpty(slot, source)
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

function emptySlots(draft: PwaSettings, { side }: Source): PwaSlot[] {
  return iconSlots.filter((slot) => !pictureIn(draft, slot) && side >= pwaSlots[slot])
}

async function drawIcon(slot: PwaSlot, source: Source, { backgroundColor }: PwaSettings) {
  const { drawFor, drawMaskable } = await loadDrawing()
  return slot === 'iconMaskable'
    ? drawMaskable(source, backgroundColor)
    : drawFor(slot, source, backgroundColor)
}

function toastUploaded(slot: PwaSlot): void {
  if (slot === 'splashImage')
    toast(t('Splash image uploaded'), t('Your PWA splash screen image has been updated'))
  else toast(t('Icon uploaded'), t('Your PWA icon has been updated'))
}

const invalid = {
  title: t('Invalid file type'),
  text: t('Please upload a PNG, JPG, or SVG image.'),
}

function check(files: File[]): Failure | undefined {
  const [file] = files
  if (files.length !== 1 || !file || !types.includes(file.type)) return invalid
  if (file.size > uploadMaxBytes)
    return { title: t('Upload failed'), text: translated(uploadErrors['too large']) }
}

function failed(slot: PwaSlot): Failure {
  const what = slot === 'splashImage' ? 'splash image' : 'icon'
  return {
    title: t('Upload failed'),
    text: t('Could not upload the {what}. Please try again.', { what }),
  }
}
