import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { Icon } from '../../../card/icons/Icon.tsx'
import { QrCode } from '../../../card/parts/QrCode.tsx'
import type { Card } from '../../../schema/card.ts'
import { viewPath } from '../../../schema/screens.ts'
import type { SharePoint } from '../../../schema/share-point.ts'
import { RequestError } from '../../api.ts'
import { useCard } from '../../data/cards.ts'
import { qrFilePath, useSharePointFigures, useSharePoints } from '../../data/share-points.ts'
import { product } from '../../product.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { parseCardId } from '../../shell/selected-card.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'
import { SharePointRow } from './SharePointRow.tsx'

const SharePointDialog = lazyWithPreload(
  () => import('./SharePointDialog.tsx'),
  'SharePointDialog',
  null,
)

/** The places where a card is given out, and what each brought. */
export function SharePage() {
  const id = parseCardId(useParams().id)
  const { card, error: cardError, revalidate: revalidateCard } = useCard(id)
  const { points, error, revalidate } = useSharePoints(id)
  if (!id) return <Navigate to="/dashboard" replace />
  const retry = () => {
    void revalidate()
    void revalidateCard()
  }
  const isLoaded = card && points
  return (
    <div className="page">
      {isLoaded && <Share key={id} card={card} points={points} />}
      {!isLoaded && (
        <>
          <PageHeader title="Share" back={back} />
          {error || cardError ? (
            <Failed error={error ?? cardError} onRetry={retry} />
          ) : (
            <div className="skeleton skeleton-row" role="status" aria-label="Loading" aria-busy />
          )}
        </>
      )}
    </div>
  )
}

const back = { to: '/dashboard', label: 'Back to dashboard' }

type Open = { dialog: 'new' } | { dialog: 'edit' | 'qr'; point: SharePoint }

function Share({ card, points }: { card: Card; points: SharePoint[] }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title="Share"
        text={
          <>
            Share points of <bdi>{card.name ?? card.slug}</bdi>
          </>
        }
        back={back}
      >
        <Button kind="primary" onClick={() => setOpen({ dialog: 'new' })}>
          <Icon name="plus" size={18} />
          New share point
        </Button>
      </PageHeader>
      <section className="panel share-plain">
        <div>
          <h2>Card link</h2>
          <p>Visits through this link count as Link, and through its QR code as QR scan.</p>
        </div>
        <CopyLine link={product.origin + viewPath(card.slug)} />
      </section>
      <Points card={card} points={points} onOpen={setOpen} />
      {open?.dialog === 'new' && <SharePointDialog cardId={card.id} onClose={close} />}
      {open?.dialog === 'edit' && (
        <SharePointDialog cardId={card.id} point={open.point} onClose={close} />
      )}
      {open?.dialog === 'qr' && <QrDialog point={open.point} onClose={close} />}
    </>
  )
}

function Points({
  card,
  points,
  onOpen,
}: {
  card: Card
  points: SharePoint[]
  onOpen: (open: Open) => void
}) {
  const figures = useSharePointFigures(card.id)
  const [active, archived] = [false, true].map((is) => points.filter((one) => one.archived === is))
  const rows = (some: SharePoint[] = []) => (
    <ul className="stack" data-gap="3">
      {some.map((point) => (
        <SharePointRow
          key={point.id}
          point={point}
          figures={figures?.find(({ code }) => code === point.code)}
          loading={!figures}
          onEdit={() => onOpen({ dialog: 'edit', point })}
          onQr={() => onOpen({ dialog: 'qr', point })}
        />
      ))}
    </ul>
  )
  return (
    <>
      {points.length === 0 && <NoPoints onNew={() => onOpen({ dialog: 'new' })} />}
      {active && active.length > 0 && rows(active)}
      {points.length > 0 && active?.length === 0 && <p>All share points are archived.</p>}
      {archived && archived.length > 0 && (
        <details className="share-archived">
          <summary>Archived ({archived.length})</summary>
          <p>Printed codes of archived share points still open the card and are still counted.</p>
          {rows(archived)}
        </details>
      )}
    </>
  )
}

/** A share point's QR code, to scan or download. */
function QrDialog({ point, onClose }: { point: SharePoint; onClose: () => void }) {
  const { id, label, url } = point
  return (
    <Dialog onClose={onClose} title="QR Code" width="narrow">
      <div className="dialog-body">
        <p className="dialog-text" dir="auto">
          {label}
        </p>
        <div className="qr-plate">
          <QrCode text={url} size={200} />
        </div>
        <CopyLine link={url} name={`The link of ${label}`} />
      </div>
      <footer className="dialog-foot">
        <a className="button" data-kind="primary" href={qrFilePath(id, 'png')} download>
          <Icon name="download" size={18} />
          Download PNG
        </a>
        <a className="button" data-kind="secondary" href={qrFilePath(id, 'svg')} download>
          <Icon name="download" size={18} />
          Download SVG
        </a>
      </footer>
    </Dialog>
  )
}

function NoPoints({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      icon="share"
      title="No share points yet"
      text="Give each badge, booth or NFC tag its own code, and see what it brought: views, clicks, saved contacts and form submissions."
    >
      <Button kind="primary" onClick={onNew}>
        <Icon name="plus" size={18} />
        Create a share point
      </Button>
    </EmptyState>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof RequestError && error.status === 403)
    return (
      <EmptyState icon="lock" title="Access denied" text={error.serverMessage}>
        <LinkButton to="/dashboard">Go Back to Dashboard</LinkButton>
      </EmptyState>
    )
  return <ErrorPanel title="Error loading share points" error={error} onRetry={onRetry} />
}
