/** Modules as strokes: a fifth shorter than their outlines, for pages that contain a code. */

/** The `d` of a path to be stroked with width 1: one stroke per run of dark modules. */
export function strokesOf(modules: boolean[][], margin: number): string {
  return modules.map((row, index) => rowStrokes(row, index, margin)).join('')
}

// Relative steps, with a third of the bytes of rectangles.
function rowStrokes(row: boolean[], index: number, margin: number): string {
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
