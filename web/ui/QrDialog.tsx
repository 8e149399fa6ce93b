import { toCanvas } from 'qrcode'
import { useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { QrCode } from '../../card/qr/QrCode.tsx'
import { pocketPath, qrLink, viewPath } from '../../schema/screens.ts'
import { Button, LinkButton } from './Button.tsx'
import { CopyLine } from './CopyLine.tsx'
import { Dialog } from './Dialog.tsx'
import { downloadFile } from './download-file.ts'
import { Note } from './Notes.tsx'
import { errorToast } from './toasts.ts'

type Shared = { id: number; slug: string; name: string | null }

/** A card's QR code and link, to scan, copy or download as `{shortName}-{slug}.png` or `.svg`. */
export function QrDialog({
  card,
  origin,
  shortName,
  text = `Scan to view ${card.name ?? card.slug}'s card`,
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
    errorToast('Download failed', downloadFailed)
  }
  const downloadPng = () =>
    png(qrLink(origin, card.slug)).then((blob) => downloadFile(blob, `${file}.png`), failure)
  const downloadSvg = () => {
    const drawing = plate.current?.querySelector('svg')
    if (drawing) downloadFile(svg(drawing), `${file}.svg`)
  }
  return (
    <Dialog onClose={onClose} title="QR Code" width="narrow">
      <div className="dialog-body">
        <p className="dialog-text">{text}</p>
        <div className="qr-plate" ref={plate}>
          <QrCode text={qrLink(origin, card.slug)} size={200} />
        </div>
        <CopyLine link={origin + viewPath(card.slug)} />
        {failed && <Note kind="bad">{downloadFailed}</Note>}
      </div>
      <footer className="dialog-foot">
        <Button kind="primary" onClick={() => void downloadPng()}>
          <Icon name="download" size={18} />
          Download PNG
        </Button>
        <Button onClick={downloadSvg}>
          <Icon name="download" size={18} />
          Download SVG
        </Button>
        <LinkButton to={pocketPath(card.id)}>
          <Icon name="phone-device" size={18} />
          Pocket mode
        </LinkButton>
      </footer>
    </Dialog>
  )
}

const downloadFailed =
  'The image could not be created. Try again, or take a screenshot of the code.'

/** 200 px including the 2-module margin. */
async function png(text: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  await toCanvas(canvas, text, { width: 200, margin: 2, errorCorrectionLevel: 'M' })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

function svg(drawing: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' })
}
