import { type ReactNode, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import type { Card } from '../../schema/cards/card.ts'
import { qrLink, viewPath } from '../../schema/screens.ts'
import type { SharePoint } from '../../schema/share-points/share-point.ts'
import { RequestError } from '../api.ts'
import { useCard } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import type { StudioCode } from '../qr/useQrStyle.ts'
import { AccessDenied, LoadingPanel } from '../shell/ErrorPanel.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { downloadFile } from '../ui/download-file.ts'
import { lazyWithPreload, lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { EmptyState, FailureNote } from '../ui/Notes.tsx'
import { parseId, useSearchParam } from '../ui/useSearchParam.ts'
import { WalletPanel } from '../wallet/WalletPanel.tsx'
import { downloadArchive, useSharePointFigures, useSharePoints } from './data.ts'
import { LinkLanguageField, linkInLanguage } from './LinkLanguageField.tsx'
import { codeOfPoint, DialogButton, type ShareDialog, SharePointRow } from './SharePointRow.tsx'

/** The share points of a card, with their figures. */
export function SharePage() {
  const id = parseId(useParams().id)
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <div className="page">
      <SharePoints id={id} />
    </div>
  )
}

/** The Share page as a tab of the editors. */
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
      {!embedded && <PageHeader title={t('Share')} back={back} />}
      <NotLoaded error={error ?? cardError} onRetry={retry} />
    </>
  )
}

const back = { to: '/dashboard', label: t('Back to dashboard') }

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof RequestError && error.status === 403) return <AccessDenied error={error} />
  return <LoadingPanel title={t('Error loading share points')} error={error} onRetry={onRetry} />
}

type ShareProps = { card: Card; points: SharePoint[]; embedded: boolean }

function Share({ card, points: all, embedded }: ShareProps) {
  const [asked, ask] = useSearchParam('dialog')
  const [language, setLanguage] = useState<string>()
  const points = all.map((point) => ({ ...point, url: linkInLanguage(point.url, language) }))
  const own = codeOf(card, language)
  const [open, setOpen] = useState<ShareDialog | undefined>(
    asked === 'qr' ? { dialog: 'qr', code: own } : undefined,
  )
  const close = () => {
    setOpen(undefined)
    ask(null)
  }
  const signature = points.find(({ kind, archived }) => kind === 'signature' && !archived)
  // Without share points, the button is in the empty state.
  const create = points.length > 0 && (
    <Button kind="primary" onClick={() => setOpen({ dialog: 'new' })} icon="plus">
      {t('New share point')}
    </Button>
  )
  return (
    <>
      {embedded ? (
        create && <div className="actions">{create}</div>
      ) : (
        <Header card={card}>{create}</Header>
      )}
      <LinkLanguageField card={card} language={language} onChange={setLanguage} />
      <section className="panel share-plain">
        <div>
          <h2>{t('Card link')}</h2>
          <p>{t('Visits through this link count as Link, and through its QR code as QR scan.')}</p>
        </div>
        <CopyLine link={own.link} />
        <div className="actions">
          <DialogButton icon="qr" onClick={() => setOpen({ dialog: 'qr', code: own })}>
            <Trans id="QR Code<span> of the card</span>" />
          </DialogButton>
          <DialogButton icon="badge" onClick={() => setOpen({ dialog: 'print', code: own })}>
            <Trans id="Print<span> the card</span>" />
          </DialogButton>
          <DialogButton
            icon="image"
            onClick={() => setOpen({ dialog: 'background', codes: codesOf(own, points) })}
          >
            {t('Background')}
          </DialogButton>
          <DialogButton
            icon="mail"
            onClick={() => setOpen({ dialog: 'signature', link: signature?.url })}
          >
            {t('Email signature')}
          </DialogButton>
        </div>
      </section>
      <WalletPanel cardId={card.id} />
      <Points card={card} points={points} onOpen={setOpen} />
      {!embedded && <ArchivePanel card={card} />}
      {open && <ShareDialogs card={card} open={open} language={language} onClose={close} />}
    </>
  )
}

function Header({ card, children }: { card: Card; children: ReactNode }) {
  return (
    <PageHeader
      title={t('Share')}
      text={
        <Trans id="Share points of <bdi>{name}</bdi>" values={{ name: card.name ?? card.slug }} />
      }
      back={back}
    >
      {children}
    </PageHeader>
  )
}

function codeOf({ name, slug }: Card, language: string | undefined): StudioCode {
  return {
    content: linkInLanguage(qrLink(product.origin, slug), language),
    link: linkInLanguage(product.origin + viewPath(slug), language),
    label: name ?? slug,
  }
}

/** Returns the card's own code, then the codes of its share points in use. */
function codesOf(own: StudioCode, points: SharePoint[]): StudioCode[] {
  const used = points.filter(({ archived }) => !archived)
  return [own, ...used.map(codeOfPoint)]
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
      {points.length > 0 && active?.length === 0 && <p>{t('All share points are archived.')}</p>}
      {archived && archived.length > 0 && (
        <details className="share-archived">
          <summary>{t('Archived ({count})', { count: archived.length })}</summary>
          <p>
            {t('Printed codes of archived share points still open the card and are still counted.')}
          </p>
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
      title={t('No share points yet')}
      text={t(
        'Give each badge, booth or NFC tag its own code, and see what it brought: views, clicks, saved contacts and form submissions.',
      )}
    >
      <Button kind="primary" onClick={onNew} icon="plus">
        {t('Create a share point')}
      </Button>
    </EmptyState>
  )
}

const ImportArchiveDialog = lazyWithPreload(
  () => import('./ImportArchiveDialog.tsx'),
  'ImportArchiveDialog',
  null,
)

/** Downloads the card as a ZIP, and imports one. */
function ArchivePanel({ card }: { card: Card }) {
  const [isOpen, setOpen] = useState(false)
  const { attempt, busy, failure } = useSubmit(t('Download failed'))
  const download = () =>
    void attempt(async () => {
      downloadFile(await downloadArchive(card.id), `${product.shortName}-${card.slug}.zip`)
    })
  return (
    <section className="panel share-plain share-archive">
      <div>
        <h2>{t('Card as files')}</h2>
        <p>
          {t(
            "Download the card as a ZIP: a page that works without a server, contact files, images, share points, contacts and figures. Import ZIP replaces this card's texts, images and settings with those of such a file. Figures are not imported.",
          )}
        </p>
      </div>
      <div className="actions">
        <Button size="small" busy={busy && t('Preparing...')} onClick={download}>
          <Icon name="download" size={16} />
          {t('Download ZIP')}
        </Button>
        <Button
          size="small"
          aria-haspopup="dialog"
          onPointerEnter={ImportArchiveDialog.preload}
          onClick={() => setOpen(true)}
        >
          <Icon name="upload" size={16} />
          {t('Import ZIP')}
        </Button>
      </div>
      <FailureNote title={t('Download failed')} message={failure} />
      {isOpen && <ImportArchiveDialog card={card} onClose={() => setOpen(false)} />}
    </section>
  )
}

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

const BackgroundDialog = lazyWithTimedPreload(
  () => import('./BackgroundDialog.tsx'),
  'BackgroundDialog',
)

const PrintDialog = lazyWithTimedPreload(() => import('./PrintDialog.tsx'), 'PrintDialog')

const SignatureDialog = lazyWithTimedPreload(
  () => import('./SignatureDialog.tsx'),
  'SignatureDialog',
)

const QrStudio = lazyWithTimedPreload(() => import('./QrStudio.tsx'), 'QrStudio')

const TagDialog = lazyWithTimedPreload(() => import('../nfc/TagWriter.tsx'), 'TagDialog')

type DialogsProps = {
  card: Card
  open: ShareDialog
  /** Language of the links; undefined for the visitor's. */
  language: string | undefined
  onClose: () => void
}

function ShareDialogs({ card, open, language, onClose }: DialogsProps) {
  const shown = { card, language, onClose }
  switch (open.dialog) {
    case 'new':
      return <SharePointDialog cardId={card.id} onClose={onClose} />
    case 'edit':
      return <SharePointDialog cardId={card.id} point={open.point} onClose={onClose} />
    case 'event':
      return <AddToEventDialog point={open.point} onClose={onClose} />
    case 'print':
      return <PrintDialog {...shown} code={open.code} />
    case 'background':
      return <BackgroundDialog {...shown} codes={open.codes} />
    case 'signature':
      return <SignatureDialog {...shown} link={open.link} />
    case 'tag':
      return <TagDialog link={open.link} onClose={onClose} />
    case 'qr':
      return <QrStudio {...shown} code={open.code} />
  }
}
