import { useEffect, useState } from 'react'
import { Icon } from '../../card/Icon.tsx'
import { Button } from './Button.tsx'
import { errorToast, toast } from './toasts.ts'

const saidFor = 2000

/** Copies a card's link and says Copied for two seconds. */
export function CopyButton({ link }: { link: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), saidFor)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => {
        setCopied(true)
        toast('Link copied', 'Card link has been copied to clipboard.')
      },
      () => errorToast('The link was not copied', 'Select the link and copy it by hand.'),
    )
  return (
    <Button kind="ghost" size="small" onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}

/** A link to read, and to copy. */
export function CopyLine({ link }: { link: string }) {
  return (
    <div className="copy-line">
      <span className="clipped" title={link}>
        {link.replace(/^https?:\/\//, '')}
      </span>
      <CopyButton link={link} />
    </div>
  )
}
