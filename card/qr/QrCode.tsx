/**
 * QR code as inline SVG: black on white, level M, with a 2-module margin.
 */
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
  const modules = qrModules(text)
  return { side: modules.length + 2 * margin, strokes: strokesOf(modules) }
}

// The `d` of a path to be stroked with width 1: one stroke per run of dark modules, a fifth shorter than their outlines.
function strokesOf(modules: boolean[][]): string {
  return modules.map(rowStrokes).join('')
}

// Relative steps, with a third of the bytes of rectangles.
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
