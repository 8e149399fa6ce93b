import { type ReactNode, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Card } from '../../../schema/card.ts'
import { qrLink, viewPath } from '../../../schema/screens.ts'
import type { SharePoint } from '../../../schema/share-point.ts'
import { RequestError } from '../../api.ts'
import { useCard } from '../../data/cards.ts'
import { createSharePoint, useSharePointFigures, useSharePoints } from '../../data/share-points.ts'
import { product } from '../../product.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { parseCardId } from '../../shell/selected-card.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyWithPreload, lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import type { StudioCode } from './QrStudio.tsx'
import { type ShareDialog, SharePointRow } from './SharePointRow.tsx'

const SharePointDialog = lazyWithPreload(
  () => import('./SharePointDialog.tsx'),
  'SharePointDialog',
  null,
)
const AddToEventDialog = lazyWithPreload(
  () => import('./AddToEventDialog.tsx'),
  'AddToEventDialog',
  null,
)
const PrintDialog = lazyWithTimedPreload(() => import('./PrintDialog.tsx'), 'PrintDialog')
const SignatureDialog = lazyWithTimedPreload(
  () => import('./SignatureDialog.tsx'),
  'SignatureDialog',
)
const QrStudio = lazyWithTimedPreload(() => import('./QrStudio.tsx'), 'QrStudio')
const TagDialog = lazyWithTimedPreload(() => import('./TagDialog.tsx'), 'TagDialog')

/** The places where a card is given out, and what each brought. */
export function SharePage() {
  const id = parseCardId(useParams().id)
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <div className="page">
      <SharePoints id={id} />
    </div>
  )
}

/** The same as a tab of the editors. */
export function ShareTab({ id }: { id: number }) {
  return (
    <div className="stack" data-gap="4">
      <SharePoints id={id} embedded />
    </div>
  )
}

function SharePoints({ id, embedded = false }: { id: number; embedded?: boolean }) {
  const { card, error: cardError, revalidate: revalidateCard } = useCard(id)
  const { points, error, revalidate } = useSharePoints(id)
  const retry = () => {
    void revalidate()
    void revalidateCard()
  }
  if (card && points) return <Share key={id} card={card} points={points} embedded={embedded} />
  return (
    <>
      {!embedded && <PageHeader title="Share" back={back} />}
      {error || cardError ? (
        <Failed error={error ?? cardError} onRetry={retry} />
      ) : (
        <div className="skeleton skeleton-row" role="status" aria-label="Loading" aria-busy />
      )}
    </>
  )
}

const back = { to: '/dashboard', label: 'Back to dashboard' }

type ShareProps = { card: Card; points: SharePoint[]; embedded: boolean }

function Share({ card, points, embedded }: ShareProps) {
  const [open, setOpen] = useState<ShareDialog>()
  const close = () => setOpen(undefined)
  const show = (dialog: 'qr' | 'print') => () => setOpen({ dialog, code: codeOf(card) })
  // Without share points, the button is with the words that explain them.
  const create = points.length > 0 && (
    <Button kind="primary" onClick={() => setOpen({ dialog: 'new' })}>
      <Icon name="plus" size={18} />
      New share point
    </Button>
  )
  return (
    <>
      {embedded ? (
        create && <div className="actions">{create}</div>
      ) : (
        <Header card={card}>{create}</Header>
      )}
      <section className="panel share-plain">
        <div>
          <h2>Card link</h2>
          <p>Visits through this link count as Link, and through its QR code as QR scan.</p>
        </div>
        <CopyLine link={product.origin + viewPath(card.slug)} />
        <div className="actions">
          <Button size="small" aria-haspopup="dialog" onClick={show('qr')}>
            <Icon name="qr" size={16} />
            QR Code<span className="hidden-text"> of the card</span>
          </Button>
          <Button size="small" aria-haspopup="dialog" onClick={show('print')}>
            <Icon name="badge" size={16} />
            Print<span className="hidden-text"> the card</span>
          </Button>
          <SignatureButton card={card} points={points} onOpen={setOpen} />
        </div>
      </section>
      <Points card={card} points={points} onOpen={setOpen} />
      {open?.dialog === 'new' && <SharePointDialog cardId={card.id} onClose={close} />}
      {open?.dialog === 'edit' && (
        <SharePointDialog cardId={card.id} point={open.point} onClose={close} />
      )}
      {open?.dialog === 'event' && <AddToEventDialog point={open.point} onClose={close} />}
      {open?.dialog === 'print' && <PrintDialog card={card} code={open.code} onClose={close} />}
      {open?.dialog === 'signature' && (
        <SignatureDialog card={card} link={open.link} onClose={close} />
      )}
      {open?.dialog === 'tag' && <TagDialog link={open.link} onClose={close} />}
      {open?.dialog === 'qr' && <QrStudio card={card} code={open.code} onClose={close} />}
    </>
  )
}

function Header({ card, children }: { card: Card; children: ReactNode }) {
  return (
    <PageHeader
      title="Share"
      text={
        <>
          Share points of <bdi>{card.name ?? card.slug}</bdi>
        </>
      }
      back={back}
    >
      {children}
    </PageHeader>
  )
}

/** Opens the signature with its share point, which is created the first time. */
function SignatureButton({ card, points, onOpen }: PointsProps) {
  const { attempt, busy } = useSubmit('Failed to create share point')
  const open = () =>
    void attempt(async () => {
      const existing = points.find(({ kind, archived }) => kind === 'signature' && !archived)
      const { url } = existing ?? (await createSharePoint(card.id, signaturePoint))
      onOpen({ dialog: 'signature', link: url })
    })
  return (
    <Button size="small" aria-haspopup="dialog" busy={busy && 'Creating...'} onClick={open}>
      <Icon name="mail" size={16} />
      Email signature
    </Button>
  )
}

const signaturePoint = {
  label: 'Email signature',
  kind: 'signature',
  activeFrom: null,
  activeTo: null,
  note: null,
} as const

function codeOf({ name, slug }: Card): StudioCode {
  const link = product.origin + viewPath(slug)
  return { content: qrLink(product.origin, slug), link, label: name ?? slug }
}

type PointsProps = { card: Card; points: SharePoint[]; onOpen: (open: ShareDialog) => void }

function Points({ card, points, onOpen }: PointsProps) {
  const figures = useSharePointFigures(card.id)
  const [active, archived] = [false, true].map((is) => points.filter((one) => one.archived === is))
  const rows = (some: SharePoint[] = []) => (
    <ul className="stack share-points-list" data-gap="3">
      {some.map((point) => (
        <SharePointRow
          key={point.id}
          point={point}
          figures={figures?.find(({ code }) => code === point.code)}
          loading={!figures}
          onOpen={onOpen}
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
