/** A QR code as inline SVG: black on white, level M, with a margin of two modules. */
import { qrModules } from './modules.ts'

const margin = 2

type Props = {
  text: string
  size: number
  /** The name for screen readers. */
  label: string
}

export function QrCode({ text, size, label }: Props) {
  const { side, strokes } = cachedDrawing(text)
  return (
    <svg
      className="bc-qr"
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path stroke="#000" d={strokes} />
    </svg>
  )
}

type Drawing = { side: number; strokes: string }

// Cached, because choosing the best of eight masks takes longer than rendering the rest of the card.
const drawings = new Map<string, Drawing>()
const drawingsMax = 500

function cachedDrawing(text: string): Drawing {
  const drawing = drawings.get(text) ?? draw(text)
  if (drawings.size >= drawingsMax) drawings.clear()
  drawings.set(text, drawing)
  return drawing
}

function draw(text: string): Drawing {
  const modules = qrModules(text)
  return { side: modules.length + 2 * margin, strokes: strokesOf(modules) }
}

// The path is stroked with width 1. One stroke per run of dark modules takes a fifth less text than outlines.
function strokesOf(modules: boolean[][]): string {
  return modules.map(rowStrokes).join('')
}

// Relative steps take a third of the bytes of rectangles.
function rowStrokes(row: boolean[], index: number): string {
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
