/** A QR code as inline SVG: black on white, level M, with the 2 modules of margin the specification names. */
import { create } from 'qrcode/lib/core/qrcode.js'

const margin = 2

export function QrCode({ text, size }: { text: string; size: number }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * margin
  return (
    <svg
      className="bc-qr"
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path d={dark(modules)} />
    </svg>
  )
}

type Modules = ReturnType<typeof create>['modules']

function dark(modules: Modules): string {
  const rows = Array.from({ length: modules.size }, (_, row) => darkRuns(modules, row))
  return rows.join('')
}

// Runs of dark modules as one rectangle each: a fifth of the bytes of a rectangle per module.
function darkRuns(modules: Modules, row: number): string {
  let path = ''
  for (let start = 0; start < modules.size; start += 1) {
    let length = 0
    while (start + length < modules.size && modules.get(row, start + length)) length += 1
    if (length > 0) path += `M${start + margin} ${row + margin}h${length}v1h-${length}z`
    start += length
  }
  return path
}
