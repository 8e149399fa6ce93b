import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { Button } from './Button.tsx'
import { errorToast } from './toasts.ts'

/** Opens the device's share sheet; renders nothing if there is none. */
export function ShareButton({ title, link }: { title: string; link: string }) {
  const [failed, setFailed] = useState(false)
  if (!('share' in navigator)) return null
  const share = () =>
    void navigator.share({ title, url: link }).then(
      () => setFailed(false),
      (error) => {
        // Closing the sheet is not an error.
        if (error instanceof DOMException && error.name === 'AbortError') return
        setFailed(true)
        errorToast(t('Share failed'), byHand)
      },
    )
  return (
    <>
      <Button onClick={share}>
        <Icon name="share" size={18} />
        {t('Share')}
      </Button>
      {failed && <p className="field-error">{byHand}</p>}
    </>
  )
}

const byHand = t('The link could not be shared. Copy it and send it yourself.')
