import { useState } from 'react'
import { uploadErrors, uploadMaxBytes } from '../../schema/images/upload.ts'
import { PwaSettings, type PwaSlot, pwaSlots } from '../../schema/pwa/pwa.ts'
import { t, translated } from '../messages/t.ts'
import { errorToast, toast } from '../ui/toasts.ts'
import { useSearchParam } from '../ui/useSearchParam.ts'
import { savePwaSettings, uploadPwaImage } from './data.ts'
import type { Source } from './draw-icons.ts'
import { iconSlots, pictureIn, withPicture } from './icon-slots.ts'

type Failure = { title: string; text: string }
/** `made`: the image was created from the one in another slot. */
export type SlotState = { busy?: true; failure?: Failure; made?: true }
type Change = (change: (settings: PwaSettings) => PwaSettings) => void

const types = ['image/png', 'image/jpeg', 'image/svg+xml']

const invalid = {
  title: t('Invalid file type'),
  text: t('Please upload a PNG, JPG, or SVG image.'),
}

export type PwaDraft = ReturnType<typeof usePwaDraft>
type Errors = Partial<Record<string, string>>

/** Unsaved and saved settings; validation errors show from the first attempt to save. */
export function usePwaDraft(start: PwaSettings) {
  const [saved, setSaved] = useState(start)
  const [draft, setDraft] = useState(start)
  const [attempt, setAttempt] = useState<'checked' | 'saving' | 'failed'>()
  const [, goToTab] = useSearchParam()
  const pictures = useIconUploads(draft, setDraft)
  const parsed = PwaSettings.safeParse(draft)
  const errors = attempt ? errorsIn(parsed.error) : {}
  const save = async () => {
    if (!parsed.success) {
      setAttempt('checked')
      return goToTab('appearance')
    }
    setAttempt('saving')
    try {
      const stored = await savePwaSettings(parsed.data)
      setSaved(stored)
      setDraft(stored)
      setAttempt(undefined)
      toast(t('Settings saved'), t('Your PWA settings have been updated successfully'))
      await refreshHead()
    } catch {
      setAttempt('failed')
      errorToast(t('Save failed'), saveFailed)
    }
  }
  return {
    draft,
    errors,
    pictures,
    save,
    set: (fields: Partial<PwaSettings>) => setDraft((before) => ({ ...before, ...fields })),
    dirty: JSON.stringify(draft) !== JSON.stringify(saved),
    saving: attempt === 'saving',
    failed: attempt === 'failed',
  }
}

export const saveFailed = t('Could not save your PWA settings. Please try again.')

function errorsIn(
  error: { issues: { path: PropertyKey[]; message: string }[] } | undefined,
): Errors {
  const named = (error?.issues ?? []).map(
    ({ path, message }) => [String(path[0]), translated(message)] as const,
  )
  return Object.fromEntries(named.toReversed())
}

const headSelectors = [
  'link[rel="icon"]',
  'link[rel="apple-touch-icon"]',
  'meta[name="theme-color"]',
  'meta[name="application-name"]',
  'meta[name="apple-mobile-web-app-title"]',
  'meta[name="splash-color"]',
  'meta[name="splash-image"]',
]

/** Updates the page's icons, names and colors from the worker's current head. */
async function refreshHead(): Promise<void> {
  const response = await fetch(location.pathname, { cache: 'no-cache' }).catch(() => undefined)
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const selector of headSelectors) {
    const next = page.querySelector(selector)
    // Replaced, since some browsers ignore changes of an icon's attributes.
    if (next) document.querySelector(selector)?.replaceWith(next)
  }
}

// Loaded once the user selects a file.
const loadDrawing = () => import('./draw-icons.ts')

/** Uploads files to slots: validates, resizes, uploads, and fills empty slots from the same image. */
function useIconUploads(draft: PwaSettings, change: Change) {
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

function check(files: File[]): Failure | undefined {
  const [file] = files
  if (files.length !== 1 || !file || !types.includes(file.type)) return invalid
  if (file.size > uploadMaxBytes)
    return { title: t('Upload failed'), text: translated(uploadErrors['too large']) }
}

function failed(slot: PwaSlot): Failure {
  return {
    title: t('Upload failed'),
    text:
      slot === 'splashImage'
        ? t('Could not upload the splash image. Please try again.')
        : t('Could not upload the icon. Please try again.'),
  }
}
