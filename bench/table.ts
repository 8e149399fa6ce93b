/** Results of benchmarks: one row per figure. */

export type Figure = {
  what: string
  measured: string
  target: string
  met: boolean
  /** How it was measured, and the spread of several rounds. */
  note: string
  /** What the figure consists of; printed, but not saved. */
  detail?: string
  /** Why the target is missed, where that is known; shown only when it is. */
  reason?: string
}

/** The figures as a plain-text table. */
export function table(figures: Figure[]): string {
  const columns = (['what', 'measured', 'target'] as const).map((key) => ({
    key,
    width: Math.max(...figures.map((figure) => figure[key].length)),
  }))
  const lines = figures.map((figure) =>
    [
      figure.met ? 'met   ' : 'MISSED',
      ...columns.map(({ key, width }) => figure[key].padEnd(width)),
    ].join('  '),
  )
  const notes = figures.map((figure) =>
    [`  ${figure.what}: ${noteOf(figure)}`, figure.detail].filter(Boolean).join('; '),
  )
  return [...lines, '', ...notes].join('\n')
}

function noteOf({ met, note, reason }: Figure): string {
  return met || !reason ? note : `${note}; missed, as ${reason}`
}

/** `document`, the text of docs/figures.md, with these figures in place of the former ones of the benchmark. */
export function replaceFigures(
  document: string,
  { name, measuredOn }: { name: string; measuredOn: string },
  figures: Figure[],
): string {
  const rows = figures.map((figure) => {
    const target = figure.met ? figure.target : `${figure.target} (missed)`
    return `| ${[figure.what, figure.measured, target, noteOf(figure)].join(' | ')} |`
  })
  const section = [
    `## ${name}`,
    `${measuredOn}. Run again: \`npm run bench -- ${name}\``,
    `| Figure | Measured | Target | |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n\n`,
  ].join('\n\n')
  const parts = document.split(/^(?=## )/m)
  const isFormer = (part: string) => part.startsWith(`## ${name}\n`)
  if (parts.some(isFormer)) return parts.map((part) => (isFormer(part) ? section : part)).join('')
  return parts.toSpliced(1, 0, section).join('')
}

/** How a value is written beside its limit. */
type Written = { unit?: string; digits?: number }

/** Returns the value, target and verdict of a figure with an upper limit. */
export function atMost(value: number, limit: number, written: Written = {}) {
  return { ...compared('at most', value, { limit, ...written }), met: value <= limit }
}

/** Returns the value, target and verdict of a figure with a lower limit. */
export function atLeast(value: number, limit: number, written: Written = {}) {
  return { ...compared('at least', value, { limit, ...written }), met: value >= limit }
}

function compared(word: string, value: number, written: Written & { limit: number }) {
  const { limit, unit = '', digits = 0 } = written
  const range = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return {
    measured: `${value.toLocaleString('en', range)}${unit}`,
    target: `${word} ${limit.toLocaleString('en')}${unit}`,
  }
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** `median (min to max)` of several runs. */
export function spread(values: number[], digits = 0): string {
  const show = (value: number) => value.toLocaleString('en', { maximumFractionDigits: digits })
  return `${show(median(values))} (${show(Math.min(...values))} to ${show(Math.max(...values))})`
}
