import { Suspense, useEffect, useState } from 'react'
import { Icon } from '../../card/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import { soon } from '../ui/later.tsx'
import { useMedia } from './useMedia.ts'
import { useStored } from './useStored.ts'

const Guide = soon(async () => (await import('./InstallGuideDialog.tsx')).InstallGuideDialog)

const delay = 2000

/** Opens once, two seconds into a first visit; afterwards a button opens it again. Never where the app is installed. */
export function InstallGuide() {
  const installed = useMedia('(display-mode: standalone)')
  const [seen, keep] = useStored('hasSeenInstallGuide')
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
