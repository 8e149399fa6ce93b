import { useEffect, useRef, useState } from 'react'
import { telHref } from '../../card/contact/phone.ts'
import { displayUrl, mailHref } from '../../card/links.ts'
import type { Card } from '../../schema/cards/card.ts'
import { publicView } from '../../schema/cards/reveal.ts'
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

/** The longest signature that Gmail stores. */
export const maxSignatureLength = 10_000

type SignatureCard = Pick<
  Card,
  'name' | 'slug' | 'title' | 'company' | 'phone' | 'email' | 'contactPhoto'
>

// Contrast of at least 3.5 to 1 on white and on the dark backgrounds of email programs.
const linkColor = '#1a73e8'

type Props = {
  card: Card
  /** Link of the signature's share point; undefined before the first copy. */
  link: string | undefined
  /** Language of link and texts. If undefined, the link uses the visitor's, and the texts use the card's own. */
  language: string | undefined
  onClose: () => void
}

/**
 * Copies an email signature whose link is a share point, so that its visits count separately. The share point is created
 * with the first copy.
 */
export function SignatureDialog({ card: whole, link: own, language, onClose }: Props) {
  const shown = publicView(whole, language)
  const card = { ...shown, contactPhoto: shown.profilePicture && whole.contactPhoto }
  const canHavePhoto = card.contactPhoto !== null
  const [hasPhoto, setHasPhoto] = useState(canHavePhoto)
  const { link, ensureLink } = useSignaturePoint(whole.id, own)
  const { attempt, busy, failure } = useSubmit(t('Copy failed'), copyFailed)
  const htmlWith = (url: string) =>
    signatureHtml(card, { link: linkInLanguage(url, language), origin: product.origin, hasPhoto })
  const html = htmlWith(link ?? product.origin + viewPath(card.slug))
  const copyRich = () =>
    void attempt(async () => {
      const texts = ensureLink().then((url) => ({
        'text/html': htmlWith(url),
        'text/plain': signatureText(card, linkInLanguage(url, language)),
      }))
      await copyWhenReady(['text/html', 'text/plain'], texts)
      toast(t('Signature copied'), t('Paste it into the signature settings of your email program.'))
    })
  const copyHtml = () =>
    void attempt(async () => {
      const texts = ensureLink().then((url) => ({ 'text/plain': htmlWith(url) }))
      await copyWhenReady(['text/plain'], texts)
      toast(t('HTML copied'), t('Paste it where your email program asks for HTML.'))
    })
  const waiting = busy && !link && t('Creating...')
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
        <Button busy={waiting} onClick={copyHtml} icon="copy">
          {t('Copy HTML')}
        </Button>
        <Button kind="primary" busy={waiting} onClick={copyRich} icon="copy">
          {t('Copy signature')}
        </Button>
      </footer>
    </Dialog>
  )
}

/** The link of the signature's share point; `ensureLink` creates the share point if there is none yet. */
function useSignaturePoint(cardId: number, existing: string | undefined) {
  const [link, setLink] = useState(existing)
  const ensureLink = async () => {
    const url = link ?? (await createSharePoint(cardId, signaturePoint)).url
    setLink(url)
    return url
  }
  return { link, ensureLink }
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
 * Copies texts of these types, by a copy event if possible: `clipboard.write` parses HTML in the page, whose policy then
 * reports each inline style. Safari allows a write after a request only if the write began with the press.
 */
async function copyWhenReady(
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
 * Parses the signature and sets its styles by script: the app's policy blocks style attributes in markup. Texts contain
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

/**
 * Returns an email signature as a table with inline styles, which Gmail, Outlook and Apple Mail keep. Its text sets no
 * color, so that it is readable in dark mode. Visits through `link` are counted.
 */
export function signatureHtml(
  card: SignatureCard,
  { link, origin, hasPhoto }: { link: string; origin: string; hasPhoto: boolean },
): string {
  const photo = hasPhoto ? photoOf(card, origin) : undefined
  const name = card.name ?? card.slug
  const href = escapeHtml(link)
  const cell = photo
    ? `<td valign="top" width="88" style="padding:0 16px 0 0"><a href="${href}"><img src="${escapeHtml(photo)}" width="72" height="72" alt="${escapeHtml(name)}" style="display:block;border:0;border-radius:36px"></a></td>`
    : ''
  return `<table cellpadding="0" cellspacing="0" border="0" role="presentation" style="border-collapse:collapse;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px"><tr>${cell}<td valign="top" style="padding:0 0 0 14px;border-left:3px solid ${linkColor}">${linesOf(card, link).join('<br>')}</td></tr></table>`
}

/** Returns the signature as plain text, for programs that do not accept HTML. */
export function signatureText(card: SignatureCard, link: string): string {
  const { name, slug, title, company, phone, email } = card
  return [name ?? slug, title, company, phone, email, link].filter(Boolean).join('\n')
}

function linesOf(card: SignatureCard, link: string): string[] {
  const { name, slug, title, company, phone, email } = card
  const role = [title, company].filter((part) => part !== null && part !== name)
  return [
    `<strong style="font-size:16px">${escapeHtml(name ?? slug)}</strong>`,
    ...(role.length > 0 ? [escapeHtml(role.join(', '))] : []),
    ...(phone ? [linked(phone, telHref(phone))] : []),
    ...(email ? [linked(email, mailHref(email))] : []),
    linked(displayUrl(link), link),
  ]
}

function linked(text: string, href: string | undefined): string {
  if (!href) return escapeHtml(text)
  return `<a href="${escapeHtml(href)}" style="color:${linkColor};text-decoration:none">${escapeHtml(text)}</a>`
}

/** Returns the address of a JPEG, because Outlook for Windows does not show WebP. */
function photoOf({ contactPhoto }: SignatureCard, origin: string): string | undefined {
  return contactPhoto ? origin + contactPhoto : undefined
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
