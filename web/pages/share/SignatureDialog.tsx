import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Card } from '../../../schema/card.ts'
import { contactPhoto } from '../../../schema/image.ts'
import { product } from '../../product.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { signatureHtml, signatureText } from './signature.ts'

/** An email signature to copy, with the link of a share point, so that it counts apart. */
export function SignatureDialog({
  card,
  link,
  onClose,
}: {
  card: Card
  link: string
  onClose: () => void
}) {
  const canHavePhoto = contactPhoto(card.profilePicture ?? '') !== undefined
  const [hasPhoto, setHasPhoto] = useState(canHavePhoto)
  const { attempt, failure } = useSubmit('Copy failed', copyFailed)
  const html = signatureHtml(card, { link, origin: product.origin, hasPhoto })
  const copyRich = () =>
    void attempt(async () => {
      const parts = { 'text/html': html, 'text/plain': signatureText(card, link) }
      const blobs = Object.entries(parts).map(([type, text]) => [type, new Blob([text], { type })])
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
      toast('Signature copied', 'Paste it into the signature settings of your email program.')
    })
  const copyHtml = () =>
    void attempt(async () => {
      await navigator.clipboard.writeText(html)
      toast('HTML copied', 'Paste it where your email program asks for HTML.')
    })
  return (
    <Dialog onClose={onClose} title="Email signature" width="wide">
      <div className="dialog-body">
        <p className="dialog-text">
          Visits through its link count as a share point of their own. The photo is hosted by{' '}
          {product.name}: after you change it, copy the signature again.
        </p>
        {canHavePhoto && <Switch label="Photo" checked={hasPhoto} onChange={setHasPhoto} />}
        <div className="signature-previews">
          <Preview html={html} tone="light" />
          <Preview html={html} tone="dark" />
        </div>
        <FailureNote title="Copy failed" message={failure} />
      </div>
      <footer className="dialog-foot">
        <Button onClick={copyHtml}>
          <Icon name="copy" size={18} />
          Copy HTML
        </Button>
        <Button kind="primary" onClick={copyRich}>
          <Icon name="copy" size={18} />
          Copy signature
        </Button>
      </footer>
    </Dialog>
  )
}

const copyFailed = 'Your browser blocked copying. Allow access to the clipboard and try again.'

const toneNames = { light: 'In light mode', dark: 'In dark mode' } as const

function Preview({ html, tone }: { html: string; tone: 'light' | 'dark' }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.replaceChildren(...nodesOf(html)), [html])
  return (
    <figure>
      <figcaption>{toneNames[tone]}</figcaption>
      <div className="signature-preview" data-tone={tone} ref={place} inert />
    </figure>
  )
}

/** The policy of the app blocks style attributes in markup, but not styles set by scripts. */
function nodesOf(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    const style = element.getAttribute('style') ?? ''
    element.removeAttribute('style')
    element.style.cssText = style
  }
  return [...body.childNodes]
}
