import { type ReactNode, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import type { Card } from '../../schema/cards/card.ts'
import { qrLink, viewPath } from '../../schema/screens.ts'
import type { SharePoint } from '../../schema/share-points/share-point.ts'
import { useCard } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { parseId } from '../ui/useSearchParam.ts'
import { WalletPanel } from '../wallet/WalletPanel.tsx'
import { ArchivePanel } from './ArchivePanel.tsx'
import { useSharePointFigures, useSharePoints } from './data.ts'
import { LinkLanguageField, linkInLanguage } from './LinkLanguageField.tsx'
import { Failed, NoPoints } from './placeholders.tsx'
import type { StudioCode } from './QrStudio.tsx'
import { ShareDialogs } from './ShareDialogs.tsx'
import { codeOfPoint, type ShareDialog, SharePointRow } from './SharePointRow.tsx'

/** The places where a card is given out, and what each brought. */
export function SharePage() {
  const id = parseId(useParams().id)
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
      {!embedded && <PageHeader title={t('Share')} back={back} />}
      {error || cardError ? (
        <Failed error={error ?? cardError} onRetry={retry} />
      ) : (
        <div className="skeleton skeleton-row" role="status" aria-label={t('Loading')} aria-busy />
      )}
    </>
  )
}

const back = { to: '/dashboard', label: t('Back to dashboard') }

type ShareProps = { card: Card; points: SharePoint[]; embedded: boolean }

function Share({ card, points: all, embedded }: ShareProps) {
  const [open, setOpen] = useState<ShareDialog>()
  const [language, setLanguage] = useState<string>()
  const points = all.map((point) => ({ ...point, url: linkInLanguage(point.url, language) }))
  const own = codeOf(card, language)
  const close = () => setOpen(undefined)
  const show = (dialog: 'qr' | 'print') => () => setOpen({ dialog, code: own })
  // Without share points, the button is with the words that explain them.
  const create = points.length > 0 && (
    <Button kind="primary" onClick={() => setOpen({ dialog: 'new' })}>
      <Icon name="plus" size={18} />
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
          <Button size="small" aria-haspopup="dialog" onClick={show('qr')}>
            <Icon name="qr" size={16} />
            <Trans
              id="QR Code<span> of the card</span>"
              components={{ span: <span className="hidden-text" /> }}
            />
          </Button>
          <Button size="small" aria-haspopup="dialog" onClick={show('print')}>
            <Icon name="badge" size={16} />
            <Trans
              id="Print<span> the card</span>"
              components={{ span: <span className="hidden-text" /> }}
            />
          </Button>
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => setOpen({ dialog: 'background', codes: codesOf(own, points) })}
          >
            <Icon name="image" size={16} />
            {t('Background')}
          </Button>
          <SignatureButton points={points} onOpen={setOpen} />
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
        <Trans
          id="Share points of <bdi>{name}</bdi>"
          values={{ name: card.name ?? card.slug }}
          components={{ bdi: <bdi /> }}
        />
      }
      back={back}
    >
      {children}
    </PageHeader>
  )
}

/** Opens the signature with its share point, if it has one. */
function SignatureButton({ points, onOpen }: Pick<PointsProps, 'points' | 'onOpen'>) {
  const own = points.find(({ kind, archived }) => kind === 'signature' && !archived)
  return (
    <Button
      size="small"
      aria-haspopup="dialog"
      onClick={() => onOpen({ dialog: 'signature', link: own?.url })}
    >
      <Icon name="mail" size={16} />
      {t('Email signature')}
    </Button>
  )
}

function codeOf({ name, slug }: Card, language: string | undefined): StudioCode {
  return {
    content: linkInLanguage(qrLink(product.origin, slug), language),
    link: linkInLanguage(product.origin + viewPath(slug), language),
    label: name ?? slug,
  }
}

/** The card's own code, then those of its share points in use. */
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
