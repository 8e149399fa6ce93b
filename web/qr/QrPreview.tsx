import { useEffect, useRef } from 'react'
import { t } from '../messages/t.ts'
import { paintQr } from './paint-qr.ts'
import type { QrPicture } from './qr-picture.ts'

// Twice the size on the screen.
const previewWidth = 480

export function QrPreview({ picture: { drawing, logo } }: { picture: QrPicture }) {
  const plate = useRef<HTMLDivElement>(null)
  useEffect(() => {
    plate.current?.replaceChildren(paintQr(drawing, previewWidth, logo).canvas)
  }, [drawing, logo])
  return <div className="qr-plate qr-preview" role="img" aria-label={t('QR code')} ref={plate} />
}
