import type { Kind } from '../../../schema/figures.ts'
import type { Rates } from '../../../schema/rates.ts'

/** How a series is told from the others without its colour, too: the dashes and the marker of its line. */
export type SeriesStyle = {
  color: string
  dash: number[]
  marker: 'circle' | 'rect' | 'triangle' | 'rectRot' | 'crossRot'
}

// In this order any two stay apart under protanopia, deuteranopia and tritanopia.
const first: SeriesStyle = { color: '#4885df', dash: [], marker: 'circle' }
const second: SeriesStyle = { color: '#fba31a', dash: [7, 5], marker: 'rect' }
const third: SeriesStyle = { color: '#55d7be', dash: [2, 5], marker: 'triangle' }
const fourth: SeriesStyle = { color: '#ec5a65', dash: [12, 4], marker: 'rectRot' }
const fifth: SeriesStyle = { color: '#ada6ff', dash: [4, 3, 1, 3], marker: 'crossRot' }

export const kindStyles: Record<Kind, SeriesStyle> = {
  views: first,
  clicks: second,
  saves: third,
  submissions: fourth,
}

export const kindNames: Record<Kind, string> = {
  views: 'Views',
  clicks: 'Clicks',
  saves: 'Saves',
  submissions: 'Submissions',
}

export const rateStyles: Record<keyof Rates, SeriesStyle> = {
  clickThrough: second,
  save: third,
  engagement: fifth,
}

/** The parts of a whole, largest first; more than six are grouped as Other. */
export const partColors = [first, second, third, fourth, fifth]
  .map(({ color }) => color)
  .concat('#f5f5f3')

/** From few to many, one hue. */
export const heat = ['#3b2a17', '#604018', '#8a5a18', '#ba7917', '#f59e0b', '#ffd988']

/** What a canvas needs of the app's tokens. */
export const ink = {
  surface: '#1b1815',
  raised: '#24201c',
  line: '#38332f',
  strongLine: '#4c4641',
  captions: '#ada6a0',
  text: '#f6f3ef',
  font: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
}
