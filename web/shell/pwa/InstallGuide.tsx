import { Suspense, useEffect, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import { useLocalStorage } from '../useLocalStorage.ts'
import { useMediaQuery } from '../useMediaQuery.ts'

const Guide = lazyWithTimedPreload(
  async () => (await import('./InstallGuideDialog.tsx')).InstallGuideDialog,
)

const delay = 2000

/**
 * Opens once, two seconds into the first visit; later a button opens it. Never opens in the
 * installed app.
 */
export function InstallGuide() {
  const installed = useMediaQuery('(display-mode: standalone)')
  const [seen, keep] = useLocalStorage('hasSeenInstallGuide')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (installed || seen) return
    const timer = setTimeout(() => setOpen(true), delay)
    return () => clearTimeout(timer)
  }, [installed, seen])
  if (installed) return null
  const close = () => {
    setOpen(false)
    keep('true')
  }
  return (
    <>
      {seen && (
        <div className="install-button">
          <Button onClick={() => setOpen(true)}>
            <Icon name="download" size={18} />
            Install Guide
          </Button>
        </div>
      )}
      {open && (
        <Suspense fallback={null}>
          <Guide onClose={close} />
        </Suspense>
      )}
    </>
  )
}
