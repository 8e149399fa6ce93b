import { toCanvas } from 'qrcode'
import { useRef, useState } from 'react'
import { QrCode } from '../../card/qr/QrCode.tsx'
import { pocketPath, qrLink, viewPath } from '../../schema/screens.ts'
import { t } from '../messages/t.ts'
import { Button, LinkButton } from './Button.tsx'
import { CopyLine } from './CopyLine.tsx'
import { canvasToBlob } from './canvas.ts'
import { Dialog } from './Dialog.tsx'
import { downloadFile } from './download-file.ts'
import { Note } from './Notes.tsx'
import { errorToast } from './toasts.ts'

type Shared = { id: number; slug: string; name: string | null }

// A code 10 cm wide at 500 dots per inch.
const printWidth = 2000
// A product requirement.
const smallWidth = 200

/** A card's QR code and link, to scan, copy or download as `{shortName}-{slug}.png` or `.svg`. */
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
  const plate = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const file = `${shortName}-${card.slug}`
  const failure = () => {
    setFailed(true)
    errorToast(t('Download failed'), downloadFailed)
  }
  const downloadPng = (width: number, name: string) =>
    void png(qrLink(origin, card.slug), width).then((blob) => downloadFile(blob, name), failure)
  const downloadSvg = () => {
    const drawing = plate.current?.querySelector('svg')
    if (drawing) downloadFile(svg(drawing), `${file}.svg`)
  }
  return (
    <Dialog onClose={onClose} title={t('QR Code')} width="narrow">
      <div className="dialog-body">
        <p className="dialog-text">{text}</p>
        <div className="qr-plate" ref={plate}>
          <QrCode text={qrLink(origin, card.slug)} size={200} label={t('QR code')} />
        </div>
        <CopyLine link={origin + viewPath(card.slug)} />
        {failed && <Note kind="bad">{downloadFailed}</Note>}
      </div>
      <footer className="dialog-foot">
        <Button
          kind="primary"
          onClick={() => downloadPng(printWidth, `${file}-print.png`)}
          icon="download"
        >
          {t('Download for print')}
        </Button>
        <Button onClick={downloadSvg} icon="download">
          {t('Download SVG')}
        </Button>
        <Button onClick={() => downloadPng(smallWidth, `${file}.png`)} icon="download">
          {t('Download PNG')}
        </Button>
        <LinkButton to={pocketPath(card.id)} icon="phone-device">
          {t('Pocket mode')}
        </LinkButton>
      </footer>
    </Dialog>
  )
}

const downloadFailed = t(
  'The image could not be created. Try again, or take a screenshot of the code.',
)

/** `width` is in pixels and includes the 2-module margin. */
async function png(text: string, width: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  await toCanvas(canvas, text, { width, margin: 2, errorCorrectionLevel: 'M' })
  return canvasToBlob(canvas)
}

function svg(drawing: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' })
}
