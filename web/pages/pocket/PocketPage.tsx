import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { QrCode } from '../../../card/QrCode.tsx'
import { pocketPath } from '../../../schema/screens.ts'
import { sentence } from '../../api.ts'
import { useCards } from '../../data/cards.ts'
import { findPocketCopy, type PocketCopy } from '../../data/pocket.ts'
import { Loading } from '../../shell/Brand.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { cardId } from '../../shell/selected-card.ts'
import { useWakeLock } from '../../shell/useWakeLock.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { dateAndTime } from '../../ui/dates.ts'
import { ErrorPanel } from '../../ui/Notes.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { NfcTag } from './NfcTag.tsx'
import { usePocketCopy } from './usePocketCopy.ts'

/** An owner's card to hold out: bright, awake, and without a connection as it was last. */
export function PocketPage() {
  const { id } = useParams()
  if (id === 'mine') return <Mine />
  const card = cardId(id)
  return card ? <Pocket key={card} id={card} /> : <Navigate to="/dashboard" replace />
}

function Mine() {
  const { cards, error } = useCards()
  const first = cards ? cards[0]?.id : error && findPocketCopy()?.id
  if (first) return <Navigate to={pocketPath(first)} replace />
  return cards || error ? <Navigate to="/dashboard" replace /> : <Loading />
}

function Pocket({ id }: { id: number }) {
  const { copy, gone, error, again } = usePocketCopy(id)
  useWakeLock()
  if (copy) return <Shown copy={copy} />
  if (!error) return <Loading />
  return (
    <main className="lone-page" id="main">
      {gone ? (
        <PageHeader
          title="No card to show"
          text="This card was deleted, or it belongs to somebody else."
        />
      ) : (
        <ErrorPanel
          title="There is no copy of this card here yet"
          message={`${sentence(error, 'Something went wrong.')} Opened once with a connection, it also opens without one.`}
          onRetry={() => void again()}
        />
      )}
      <LinkButton to="/dashboard" kind="primary">
        Go to Dashboard
      </LinkButton>
    </main>
  )
}

const kinds = [
  { value: 'link', label: 'Link' },
  { value: 'contact', label: 'Contact, needs no network' },
] as const
type Kind = (typeof kinds)[number]['value']

function Shown({ copy }: { copy: PocketCopy }) {
  const [kind, setKind] = useState<Kind>('link')
  const { name, link, contact, state, madeAt } = copy
  const text = kind === 'link' ? link : contact.text
  return (
    <main className="pocket" id="main">
      <PageHeader title={name} back={{ to: '/dashboard', label: 'Back to the dashboard' }} />
      <div className="pocket-code" data-kind={kind}>
        {kind === 'contact' && !contact.fits ? (
          <p>Name and phone number are too long for a code that can be read. Show the link.</p>
        ) : (
          <QrCode text={text} size={320} />
        )}
      </div>
      <Segmented label="What the code holds" options={kinds} value={kind} onChange={setKind} />
      <div className="pocket-facts" role="status">
        {kind === 'contact' && contact.fits && <p>{leftOutText(contact.leftOut)}</p>}
        {kind === 'link' && state !== 'live' && (
          <p>This card is not public now: who scans the code does not see it.</p>
        )}
        <p>Copy made: {dateAndTime(madeAt)}</p>
      </div>
      <NfcTag link={link.replace(/#qr$/, '#nfc')} />
    </main>
  )
}

function leftOutText(leftOut: string[]): string {
  return leftOut.length === 0
    ? 'Saves the whole contact without a network.'
    : `Left out, so that it is read from a distance: ${leftOut.join(', ')}.`
}
