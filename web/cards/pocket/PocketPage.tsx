import { useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { QrCode } from '../../../card/qr/QrCode.tsx'
import { pocketPath } from '../../../schema/screens.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { TagWriter } from '../../nfc/TagWriter.tsx'
import { Loading } from '../../shell/Brand.tsx'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { CardLanguageField } from '../../ui/Fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { parseId } from '../../ui/useSearchParam.ts'
import { useCard, useCards } from '../data.ts'
import { deletePocketCopy, findPocketCopy, type PocketCopy, savePocketCopy } from './data.ts'

/** A card's QR codes for others to scan, always on white, with the screen kept on. Offline, the stored copy is shown. */
export function PocketPage() {
  const { id } = useParams()
  if (id === 'mine') return <Mine />
  const card = parseId(id)
  return card ? <Pocket key={card} id={card} /> : <Navigate to="/dashboard" replace />
}

function Mine() {
  const { cards, error } = useCards()
  const first = cards ? cards[0]?.id : error && findPocketCopy()?.id
  if (first) return <Navigate to={pocketPath(first)} replace />
  return cards || error ? <Navigate to="/dashboard" replace /> : <Loading />
}

function Pocket({ id }: { id: number }) {
  const { copy, gone: isGone, error, revalidate } = usePocketCopy(id)
  useWakeLock()
  if (copy) return <Shown copy={copy} />
  if (!error) return <Loading />
  return (
    <main className="lone-page" id="main">
      {isGone ? (
        <PageHeader
          title={t('No card to show')}
          text={t('This card was deleted or belongs to someone else.')}
        />
      ) : (
        <ErrorPanel
          title={t('This card is not stored on this device yet')}
          message={t('{errorMessage} Open it once while online to use it offline.', {
            errorMessage: errorMessage(error, t('Something went wrong.')),
          })}
          onRetry={() => void revalidate()}
        />
      )}
      <LinkButton to="/dashboard" kind="primary">
        {t('Go to Dashboard')}
      </LinkButton>
    </main>
  )
}

const kinds = [
  { value: 'link', label: t('Link') },
  { value: 'contact', label: t('Contact (works offline)') },
] as const
type Kind = (typeof kinds)[number]['value']

function Shown({ copy }: { copy: PocketCopy }) {
  const [kind, setKind] = useState<Kind>('link')
  const [language, setLanguage] = useState(copy.contacts?.[0]?.language ?? '')
  const { name, link, contacts = [], madeAt } = copy
  // The fragment is recorded as the source of a view.
  const tagLink = link.replace(/#qr$/, '#nfc')
  const contact = contacts.find((one) => one.language === language)?.contact ?? copy.contact
  const text = kind === 'link' ? link : contact.text
  const error = kind === 'contact' ? contactError({ ...copy, contact }) : undefined
  return (
    <main className="pocket" id="main">
      <PageHeader title={name} back={{ to: '/dashboard', label: t('Back to dashboard') }} />
      <div className="pocket-code" data-kind={kind}>
        {error ? <p>{error}</p> : <QrCode text={text} size={320} label={t('QR code')} />}
      </div>
      <SegmentedControl label={t('Code content')} options={kinds} value={kind} onChange={setKind} />
      {kind === 'contact' && (
        <CardLanguageField
          languages={contacts.map((one) => one.language)}
          value={language}
          onChange={setLanguage}
        />
      )}
      <div className="pocket-facts" role="status">
        {kind === 'contact' && !error && <p>{leftOutText(contact.leftOut)}</p>}
        {kind === 'link' && <p>{linkNote(copy)}</p>}
        <p>{t('Last synced: {time}', { time: formatDateTime(madeAt) })}</p>
      </div>
      <details className="pocket-tag">
        <summary>{t('Write to an NFC tag')}</summary>
        <TagWriter link={tagLink} />
      </details>
    </main>
  )
}

/** Returns why the contact has no code; undefined if it has one. */
function contactError({ contact, state }: PocketCopy): string | undefined {
  if (state === 'moved' || state === 'left')
    return t('This card is no longer in use, so its contact details are not offered.')
  return contact.fits
    ? undefined
    : t('Your name and phone number are too long for a scannable code. Use the link instead.')
}

/** Says what people see when they scan a card that is not live. */
function linkNote({ state, successor }: PocketCopy): string | undefined {
  if (state === 'live') return undefined
  if (state === 'moved' && successor)
    return t('This card has moved. The code opens {successor}.', { successor })
  if (state === 'moved' || state === 'left')
    return t('This card is no longer in use. People who scan the code see a notice.')
  return t("This card is not public. People who scan the code won't see it.")
}

function leftOutText(leftOut: string[]): string {
  return leftOut.length === 0
    ? t('Saves the complete contact offline.')
    : t('Omitted to keep the code scannable: {leftOut}.', { leftOut: leftOut.join(', ') })
}

/** Returns a copy of the current card or, offline, the stored copy. Deletes the stored copy when the user loses access. */
function usePocketCopy(id: number) {
  const { card, error, revalidate } = useCard(id)
  const isGone = error instanceof RequestError && (error.status === 403 || error.status === 404)
  const [made, setMade] = useState<PocketCopy>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (isGone) deletePocketCopy(id)
    if (!card) return
    let isCurrent = true
    // Loaded later, as it includes the parser of phone numbers.
    import('./pocket-copy.ts').then(({ pocketCopyOf }) => {
      const copy = pocketCopyOf(card)
      savePocketCopy(copy)
      if (isCurrent) setMade(copy)
    }, setFailure)
    return () => {
      isCurrent = false
    }
  }, [card, isGone, id])
  // The stored copy, with the date on which it was made, is shown until the card has loaded and been copied.
  const copy = isGone ? undefined : card && made ? made : findPocketCopy(id)
  return { copy, gone: isGone, error: error ?? failure, revalidate }
}

/** Keeps the screen on while the page is visible, in browsers that can. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let left = false
    const take = async () => {
      if (document.hidden) return
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (left) await lock?.release()
    }
    void take()
    // The browser releases the lock when the page is hidden.
    const onChange = () => void take()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', onChange)
      void lock?.release()
    }
  }, [])
}
