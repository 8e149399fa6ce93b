import { useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import { Button } from '../../ui/Button.tsx'
import { errorToast } from '../../ui/toasts.ts'

/** Hands a link to the device's own share sheet; absent where there is none. */
export function ShareButton({ title, link }: { title: string; link: string }) {
  const [failed, setFailed] = useState(false)
  if (!('share' in navigator)) return null
  const share = () =>
    void navigator.share({ title, url: link }).then(
      () => setFailed(false),
      (error) => {
        // Closing the sheet again is a decision, not a failure.
        if (error instanceof DOMException && error.name === 'AbortError') return
        setFailed(true)
        errorToast('Share failed', byHand)
      },
    )
  return (
    <>
      <Button onClick={share}>
        <Icon name="share" size={18} />
        Share
      </Button>
      {failed && <p className="field-error">{byHand}</p>}
    </>
  )
}

const byHand = 'The link was not shared. Copy it and send it yourself.'
