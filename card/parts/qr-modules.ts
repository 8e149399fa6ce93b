/** The modules of a QR code (level M), and their drawing as the path of an SVG. */
import { create } from 'qrcode/lib/core/qrcode.js'

/** Rows of modules, true if dark, without a margin. */
export function qrModules(text: string): boolean[][] {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => modules.get(row, column) === 1),
  )
}

/** The `d` of a path to be stroked with width 1; one unit is one module. */
export function qrStrokes(modules: boolean[][], margin: number): string {
  return modules.map((row, index) => strokesOf(row, index, margin)).join('')
}

// One stroke of width 1 per row, with relative steps: a third of the bytes of rectangles.
function strokesOf(row: boolean[], index: number, margin: number): string {
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
