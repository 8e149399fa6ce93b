import { toCanvas } from 'qrcode'
import { QrCode } from '../../card/qr/QrCode.tsx'
import { pocketPath, qrLink, viewPath } from '../../schema/screens.ts'
import { t } from '../messages/t.ts'
import { Button, LinkButton } from './Button.tsx'
import { CopyLine } from './CopyLine.tsx'
import { canvasToBlob } from './canvas.ts'
import { Dialog } from './Dialog.tsx'
import { downloadFile } from './download-file.ts'
import { errorToast } from './toasts.ts'

type Shared = { id: number; slug: string; name: string | null }

// A product requirement.
const pngWidth = 200

/** A card's QR code and link, to scan, copy, share or download as `{shortName}-{slug}.png`; the studio has the rest. */
export function QrDialog({
  card,
  origin,
  shortName,
  text = t("Scan to view {name}'s card", { name: card.name ?? card.slug }),
  onClose,
}: {
  card: Shared
  origin: string
  shortName: string
  text?: string
  onClose: () => void
}) {
  const link = origin + viewPath(card.slug)
  const downloadPng = () =>
    void png(qrLink(origin, card.slug)).then(
      (blob) => downloadFile(blob, `${shortName}-${card.slug}.png`),
      () => errorToast(t('Download failed'), t('Something went wrong. Please try again.')),
    )
  return (
    <Dialog onClose={onClose} title={t('QR Code')} width="narrow">
      <div className="dialog-body">
        <p className="dialog-text">{text}</p>
        <div className="qr-plate">
          <QrCode text={qrLink(origin, card.slug)} size={200} label={t('QR code')} />
        </div>
        <CopyLine link={link} />
      </div>
      <footer className="dialog-foot">
        {canShare && (
          <Button kind="primary" onClick={() => share(card.name ?? card.slug, link)} icon="share">
            {t('Share')}
          </Button>
        )}
        <Button kind={canShare ? 'secondary' : 'primary'} onClick={downloadPng} icon="download">
          {t('Download PNG')}
        </Button>
        <LinkButton kind="ghost" to={`/share/${card.id}?dialog=qr`}>
          {t('More formats and colors')}
        </LinkButton>
        <LinkButton kind="ghost" to={pocketPath(card.id)} icon="phone-device">
          {t('Pocket mode')}
        </LinkButton>
        <LinkButton kind="ghost" to={`/share/${card.id}`} icon="link">
          {t('Share points')}
        </LinkButton>
      </footer>
    </Dialog>
  )
}

const canShare = 'share' in navigator

function share(title: string, url: string): void {
  // Also rejected when the user closes the sheet.
  navigator.share({ title, url }).catch(() => {})
}

/** Includes the margin of 2 modules. */
async function png(text: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  await toCanvas(canvas, text, { width: pngWidth, margin: 2, errorCorrectionLevel: 'M' })
  return canvasToBlob(canvas)
}
