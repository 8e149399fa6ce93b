import { Icon } from '../../../card/icons/Icon.tsx'
import { QrCode } from '../../../card/parts/QrCode.tsx'
import type { SharePoint } from '../../../schema/share-point.ts'
import { qrFilePath } from '../../data/share-points.ts'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** A share point's QR code, to scan or download. */
export function SharePointQr({ point, onClose }: { point: SharePoint; onClose: () => void }) {
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
