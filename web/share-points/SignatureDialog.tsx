import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { Card } from '../../schema/cards/card.ts'
import { publicView } from '../../schema/cards/reveal.ts'
import { contactPhoto } from '../../schema/images/image.ts'
import { viewPath } from '../../schema/screens.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toasts.ts'
import { createSharePoint } from './data.ts'
import { linkInLanguage } from './LinkLanguageField.tsx'
import { signatureHtml, signatureText } from './signature.ts'

/**
 * An email signature to copy, with the link of a share point, so that it counts apart. The share point is created when
 * the signature is first copied.
 */
export function SignatureDialog({
  card: whole,
  link: own,
  language,
  onClose,
}: {
  card: Card
  /** That of its share point. */
  link: string | undefined
  /** That of the link and the texts; undefined for the visitor's and the card's own. */
  language: string | undefined
  onClose: () => void
}) {
  const card = publicView(whole, language)
  const canHavePhoto = contactPhoto(card.profilePicture ?? '') !== undefined
  const [hasPhoto, setHasPhoto] = useState(canHavePhoto)
  const [created, setCreated] = useState(own)
  const { attempt, busy, failure } = useSubmit(t('Copy failed'), copyFailed)
  const htmlWith = (url: string) =>
    signatureHtml(card, { link: linkInLanguage(url, language), origin: product.origin, hasPhoto })
  const html = htmlWith(created ?? product.origin + viewPath(card.slug))
  const share = async () => {
    const url = created ?? (await createSharePoint(whole.id, signaturePoint)).url
    setCreated(url)
    return url
  }
  const copyRich = () =>
    void attempt(async () => {
      const texts = share().then((url) => ({
        'text/html': htmlWith(url),
        'text/plain': signatureText(card, linkInLanguage(url, language)),
      }))
      await copyOnceKnown(['text/html', 'text/plain'], texts)
      toast(t('Signature copied'), t('Paste it into the signature settings of your email program.'))
    })
  const copyHtml = () =>
    void attempt(async () => {
      const texts = share().then((url) => ({ 'text/plain': htmlWith(url) }))
      await copyOnceKnown(['text/plain'], texts)
      toast(t('HTML copied'), t('Paste it where your email program asks for HTML.'))
    })
  const waiting = busy && !created && t('Creating...')
  return (
    <Dialog onClose={onClose} title={t('Email signature')} width="wide">
      <div className="dialog-body">
        <p className="dialog-text">
          {t(
            'Visits through its link count as a share point of their own. The photo is hosted by {name}: after you change it, copy the signature again.',
            { name: product.name },
          )}
        </p>
        {canHavePhoto && <Switch label={t('Photo')} checked={hasPhoto} onChange={setHasPhoto} />}
        <div className="signature-previews">
          <Preview html={html} tone="light" />
          <Preview html={html} tone="dark" />
        </div>
        <FailureNote title={t('Copy failed')} message={failure} />
      </div>
      <footer className="dialog-foot">
        <Button busy={waiting} onClick={copyHtml}>
          <Icon name="copy" size={18} />
          {t('Copy HTML')}
        </Button>
        <Button kind="primary" busy={waiting} onClick={copyRich}>
          <Icon name="copy" size={18} />
          {t('Copy signature')}
        </Button>
      </footer>
    </Dialog>
  )
}

const signaturePoint = {
  label: t('Email signature'),
  kind: 'signature',
  activeFrom: null,
  activeTo: null,
  note: null,
} as const

const copyFailed = t('Your browser blocked copying. Allow access to the clipboard and try again.')

/**
 * Copies texts of these types. By the copy event where it works: `clipboard.write` parses HTML in the page, whose policy
 * then reports each inline style. Safari allows neither after a request, unless the write began with the press.
 */
async function copyOnceKnown(
  types: string[],
  texts: Promise<Record<string, string>>,
): Promise<void> {
  const isCopied = texts.then(copyByEvent)
  const blobOf = async (type: string) => {
    if (await isCopied) throw new Error('Copied by the event')
    return new Blob([(await texts)[type] ?? ''], { type })
  }
  const write = async () => {
    const blobs = types.map((type) => [type, blobOf(type)] as const)
    for (const [, blob] of blobs) blob.catch(() => undefined)
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
  }
  await write().catch(async (error: unknown) => {
    if (!(await isCopied)) throw error
  })
}

function copyByEvent(texts: Record<string, string>): boolean {
  const onCopy = (event: ClipboardEvent) => {
    for (const [type, text] of Object.entries(texts)) event.clipboardData?.setData(type, text)
    event.preventDefault()
  }
  document.addEventListener('copy', onCopy)
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', onCopy)
  return isCopied
}

const toneNames = { light: t('In light mode'), dark: t('In dark mode') } as const

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

/**
 * The policy of the app blocks style attributes in markup, and reports each, but not styles set by scripts. Texts have
 * no quotes, because `signatureHtml` escapes them.
 */
function nodesOf(html: string): Node[] {
  const parsed = html.replaceAll(' style="', ' data-style="')
  const { body } = new DOMParser().parseFromString(parsed, 'text/html')
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
    delete element.dataset.style
  }
  return [...body.childNodes]
}
