import { Icon } from '../../card/icons/Icon.tsx'
import {
  kinds,
  ratesOf,
  type SharePointFigures,
  type Totals,
} from '../../schema/analytics/figures.ts'
import type { SharePoint } from '../../schema/share-points/share-point.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, Link } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { kindNames as eventNames } from '../ui/charts/palette.ts'
import { formatExact, formatPercent, formatTimeInSentence } from '../ui/format.ts'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { changeSharePoint } from './data.ts'
import { activeDates, kindIcons, kindNames } from './labels.ts'
import type { StudioCode } from './QrStudio.tsx'

/** A dialog of the screen. */
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
  /** Undefined without any, and while loading. */
  figures: SharePointFigures | undefined
  loading: boolean
  onOpen: (open: ShareDialog) => void
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
  const code = codeOfPoint(point)
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
        <Button size="small" aria-haspopup="dialog" onClick={() => onOpen({ dialog: 'qr', code })}>
          <Icon name="qr" size={16} />
          <Trans
            id="QR Code<span> of {label}</span>"
            values={{ label }}
            components={{ span: <span className="hidden-text" /> }}
          />
        </Button>
        {kind === 'signature' && (
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => onOpen({ dialog: 'signature', link: url })}
          >
            <Icon name="mail" size={16} />
            <Trans
              id="Signature<span> of {label}</span>"
              values={{ label }}
              components={{ span: <span className="hidden-text" /> }}
            />
          </Button>
        )}
        {kind === 'nfc' && (
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => onOpen({ dialog: 'tag', link: url })}
          >
            <Icon name="phone-device" size={16} />
            <Trans
              id="Write tag<span> of {label}</span>"
              values={{ label }}
              components={{ span: <span className="hidden-text" /> }}
            />
          </Button>
        )}
        <Button
          size="small"
          aria-haspopup="dialog"
          onClick={() => onOpen({ dialog: 'print', code })}
        >
          <Icon name="badge" size={16} />
          <Trans
            id="Print<span> {label}</span>"
            values={{ label }}
            components={{ span: <span className="hidden-text" /> }}
          />
        </Button>
        <Button
          size="small"
          aria-haspopup="dialog"
          onClick={() => onOpen({ dialog: 'event', point })}
        >
          <Icon name="calendar" size={16} />
          <Trans
            id="Add to event<span>: {label}</span>"
            values={{ label }}
            components={{ span: <span className="hidden-text" /> }}
          />
        </Button>
        <Button
          size="small"
          aria-haspopup="dialog"
          onClick={() => onOpen({ dialog: 'edit', point })}
        >
          <Icon name="edit" size={16} />
          <Trans
            id="Edit<span> {label}</span>"
            values={{ label }}
            components={{ span: <span className="hidden-text" /> }}
          />
        </Button>
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

/** The code of a share point. */
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
          span: <span className="hidden-text" />,
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
