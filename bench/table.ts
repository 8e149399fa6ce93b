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

/** Prints the figures as a table, and below it how each was measured. */
export function print(figures: Figure[]): void {
  const shown = figures.map(({ met, what, measured, target }) => ({ what, measured, target, met }))
  console.table(shown)
  for (const figure of figures)
    console.log(`${figure.what}: ${[noteOf(figure), figure.detail].filter(Boolean).join('; ')}`)
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
  return replaceSection(document, section)
}

/** The Markdown document with this section in place of the former one with the same heading, or before all others. */
export function replaceSection(document: string, section: string): string {
  const heading = section.slice(0, section.indexOf('\n') + 1)
  const parts = document.split(/^(?=## )/m)
  const at = parts.findIndex((part) => part.startsWith(heading))
  return parts.toSpliced(at < 0 ? 1 : at, at < 0 ? 0 : 1, section).join('')
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
  return quantile(values, 0.5)
}

/** The smallest value that at least this share of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** `median (min to max)` of several runs. */
export function spread(values: number[], digits = 0): string {
  const show = (value: number) => value.toLocaleString('en', { maximumFractionDigits: digits })
  return `${show(median(values))} (${show(Math.min(...values))} to ${show(Math.max(...values))})`
}
