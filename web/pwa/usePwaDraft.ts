import { useState } from 'react'
import { PwaSettings } from '../../schema/pwa/pwa.ts'
import { t, translated } from '../messages/t.ts'
import { errorToast, toast } from '../ui/toasts.ts'
import { useSearchParam } from '../ui/useSearchParam.ts'
import { savePwaSettings } from './data.ts'
import { useIconUploads } from './useIconUploads.ts'

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

const changing = [
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
  for (const selector of changing) {
    const next = page.querySelector(selector)
    // Replaced, since some browsers ignore changes of an icon's attributes.
    if (next) document.querySelector(selector)?.replaceWith(next)
  }
}
