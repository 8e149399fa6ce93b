import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import {
  kinds,
  ratesOf,
  type SharePointFigures,
  type Totals,
} from '../../schema/analytics/figures.ts'
import type { SharePoint, SharePointKind } from '../../schema/share-points/share-point.ts'
import { locale } from '../messages/language.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import type { StudioCode } from '../qr/useQrStyle.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, Link } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { kindNames as eventNames } from '../ui/charts/palette.ts'
import { formatExact, formatPercent, formatTimeInSentence } from '../ui/format.ts'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { changeSharePoint } from './data.ts'

export const kindNames: Record<SharePointKind, string> = {
  badge: t('Badge'),
  booth: t('Booth'),
  nfc: t('NFC tag'),
  poster: t('Poster'),
  letter: t('Letter'),
  signature: t('Email signature'),
  link: t('Link'),
}

/** A dialog of the Share screen, with what it shows. */
export type ShareDialog =
  | { dialog: 'new' }
  | { dialog: 'background'; codes: StudioCode[] }
  | { dialog: 'edit' | 'event'; point: SharePoint }
  | { dialog: 'qr' | 'print'; code: StudioCode }
  | { dialog: 'tag'; link: string }
  /** Without a link, copying the signature creates its share point. */
  | { dialog: 'signature'; link: string | undefined }

type Props = {
  point: SharePoint
  /** Undefined while loading, and if the share point has none. */
  figures: SharePointFigures | undefined
  loading: boolean
  onOpen: (open: ShareDialog) => void
}

const kindIcons: Record<SharePointKind, IconName> = {
  badge: 'user',
  booth: 'pin',
  nfc: 'phone-device',
  poster: 'image',
  letter: 'mail',
  signature: 'edit',
  link: 'link',
}

/** A share point with its link, its all-time figures and its actions. */
export function SharePointRow({ point, figures, loading, onOpen }: Props) {
  const { label, kind, note, archived, url } = point
  const { attempt, busy, failure } = useSubmit(t('Failed to change share point'))
  const archive = () =>
    void attempt(async () => {
      await changeSharePoint(point, { archived: !archived })
      if (archived) toast(t('Share point restored'))
      else toast(t('Share point archived'), t('Its code still opens your card.'))
    })
  const dates = activeDates(point)
  return (
    <li className="panel share-point" data-archived={archived || undefined}>
      <div className="share-point-head">
        <Icon name={kindIcons[kind]} />
        <div>
          <h2 dir="auto">{label}</h2>
          <p className="muted">
            {kindNames[kind]}
            {dates && ` · ${dates}`}
          </p>
        </div>
      </div>
      {note && (
        <p className="share-point-note" dir="auto">
          {note}
        </p>
      )}
      <CopyLine link={url} name={t('The link of {name}', { name: label })} />
      <div className="stack" data-gap="2">
        <Figures figures={figures} loading={loading} />
        {figures && <Period point={point} figures={figures} />}
      </div>
      <div className="share-point-actions">
        <DialogButtons point={point} onOpen={onOpen} />
        <Button
          kind="ghost"
          size="small"
          busy={busy && (archived ? t('Restoring...') : t('Archiving...'))}
          onClick={archive}
        >
          {archived ? t('Restore') : t('Archive')}
          <span className="hidden-text"> {label}</span>
        </Button>
      </div>
      <FailureNote title={t('Failed to change share point')} message={failure} />
    </li>
  )
}

function DialogButtons({ point, onOpen }: Pick<Props, 'point' | 'onOpen'>) {
  const { label, kind, url } = point
  const code = codeOfPoint(point)
  const values = { label }
  return (
    <>
      <DialogButton icon="qr" onClick={() => onOpen({ dialog: 'qr', code })}>
        <Trans id="QR Code<span> of {label}</span>" values={values} />
      </DialogButton>
      {kind === 'signature' && (
        <DialogButton icon="mail" onClick={() => onOpen({ dialog: 'signature', link: url })}>
          <Trans id="Signature<span> of {label}</span>" values={values} />
        </DialogButton>
      )}
      {kind === 'nfc' && (
        <DialogButton icon="phone-device" onClick={() => onOpen({ dialog: 'tag', link: url })}>
          <Trans id="Write tag<span> of {label}</span>" values={values} />
        </DialogButton>
      )}
      <DialogButton icon="badge" onClick={() => onOpen({ dialog: 'print', code })}>
        <Trans id="Print<span> {label}</span>" values={values} />
      </DialogButton>
      <DialogButton icon="calendar" onClick={() => onOpen({ dialog: 'event', point })}>
        <Trans id="Add to event<span>: {label}</span>" values={values} />
      </DialogButton>
      <DialogButton icon="edit" onClick={() => onOpen({ dialog: 'edit', point })}>
        <Trans id="Edit<span> {label}</span>" values={values} />
      </DialogButton>
    </>
  )
}

type DialogButtonProps = { icon: IconName; onClick: () => void; children: ReactNode }

/** Opens a dialog of the Share screen. */
export function DialogButton({ icon, onClick, children }: DialogButtonProps) {
  return (
    <Button size="small" aria-haspopup="dialog" onClick={onClick}>
      <Icon name={icon} size={16} />
      {children}
    </Button>
  )
}

export function codeOfPoint(point: SharePoint): StudioCode {
  return { content: point.url, link: point.url, label: point.label, point }
}

function Period({ point, figures }: { point: SharePoint; figures: NonNullable<Props['figures']> }) {
  const { cardId, label, code } = point
  if (!figures.first || !figures.last) return null
  return (
    <p className="field-hint">
      <Trans
        id="First {first}, last {last}. <link>Analytics<span> of {label}</span></link>"
        values={{
          first: formatTimeInSentence(figures.first),
          last: formatTimeInSentence(figures.last),
          label,
        }}
        components={{
          link: <Link className="text-link" to={`/analytics/${cardId}?sharePoint=${code}`} />,
        }}
      />
    </p>
  )
}

const none = { views: 0, clicks: 0, saves: 0, submissions: 0 }

function Figures({ figures = none, loading }: { figures: Totals | undefined; loading: boolean }) {
  const { save } = ratesOf(figures)
  return (
    <dl className="share-point-figures" aria-busy={loading}>
      {kinds.map((kind) => (
        <div key={kind}>
          <dt>{eventNames[kind]}</dt>
          <dd>{loading ? '…' : formatExact(figures[kind])}</dd>
        </div>
      ))}
      <div>
        <dt>{t('Save rate')}</dt>
        <dd>{loading ? '…' : formatPercent(save)}</dd>
      </div>
    </dl>
  )
}

/** Returns the dates of a share point, such as `From Apr 20, 2026 to Apr 24, 2026`; empty if it has none. */
function activeDates({ activeFrom, activeTo }: SharePoint): string {
  const [from, to] = [activeFrom, activeTo].map((time) => time && dayText(time))
  if (from && to) return t('From {from} to {to}', { from, to })
  if (from) return t('From {from}', { from })
  return to ? t('Until {to}', { to }) : ''
}

// Formatted in UTC, so that a day without a time stays the same day.
function dayText(time: string): string {
  const isDay = time.length === 10
  return new Date(time).toLocaleDateString(locale, {
    dateStyle: 'medium',
    ...(isDay && { timeZone: 'UTC' }),
  })
}
