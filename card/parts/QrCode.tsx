/**
 * QR code as inline SVG: black on white, level M, with a 2-module margin.
 */
import { create } from 'qrcode/lib/core/qrcode.js'

const margin = 2

export function QrCode({ text, size }: { text: string; size: number }) {
  const { side, strokes } = cachedDrawing(text)
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
      <path stroke="#000" d={strokes} />
    </svg>
  )
}

type Drawing = { side: number; strokes: string }

// Choosing the best of eight masks takes longer than rendering the rest of the card.
const drawings = new Map<string, Drawing>()
const drawingsMax = 500

function cachedDrawing(text: string): Drawing {
  const drawing = drawings.get(text) ?? draw(text)
  if (drawings.size >= drawingsMax) drawings.clear()
  drawings.set(text, drawing)
  return drawing
}

function draw(text: string): Drawing {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const rows = Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => modules.get(row, column) === 1),
  )
  return { side: modules.size + 2 * margin, strokes: rows.map(stroke).join('') }
}

// One stroke of width 1 per row, with relative steps: a third of the bytes of rectangles.
function stroke(row: boolean[], index: number): string {
  const starts = row.flatMap((dark, at) => (dark && !row[at - 1] ? [at] : []))
  let pen = 0
  return starts
    .map((start, nth) => {
      const end = row.indexOf(false, start)
      const length = (end < 0 ? row.length : end) - start
      const move = nth === 0 ? `M${start + margin} ${index + margin}.5` : `m${start - pen} 0`
      pen = start + length
      return `${move}h${length}`
    })
    .join('')
}
