import type { Kind, Rates } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'

/** The color of values from `from` to `until`, inclusive. */
export type HeatScaleStep = { from: number; until: number; color: string }

/** A series' color, dashes and marker, so that it is distinguishable without color. */
export type SeriesStyle = {
  color: string
  dash: number[]
  marker: 'circle' | 'rect' | 'triangle' | 'rectRot' | 'crossRot'
}

// Ordered so that any two are distinguishable with protanopia, deuteranopia and tritanopia.
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
  views: t('Views'),
  clicks: t('Clicks'),
  saves: t('Saves'),
  submissions: t('Submissions'),
}

export const rateStyles: Record<keyof Rates, SeriesStyle> = {
  clickThrough: second,
  save: third,
  engagement: fifth,
}

/** Colors of shares, largest first; beyond six, they are grouped as Other. */
export const partColors = [first, second, third, fourth, fifth]
  .map(({ color }) => color)
  .concat('#f5f5f3')

/** From low to high, a single hue. */
const heat = ['#3b2a17', '#604018', '#8a5a18', '#ba7917', '#f59e0b', '#ffd988']

/** Design tokens of the app for use in canvases. */
export const ink = {
  surface: '#1b1815',
  raised: '#24201c',
  line: '#38332f',
  strongLine: '#4c4641',
  captions: '#ada6a0',
  text: '#f6f3ef',
  font: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
}

/** Returns at most six steps up to the largest value: logarithmic, since counts differ by orders of magnitude. */
export function heatSteps(most: number): HeatScaleStep[] {
  const count = Math.min(most, heat.length)
  const steps: HeatScaleStep[] = []
  for (let step = 1; step <= count; step += 1) {
    const from = (steps.at(-1)?.until ?? 0) + 1
    const until = step === count ? most : Math.max(from, Math.round(most ** (step / count)))
    steps.push({ from, until, color: heat[heat.length - count + step - 1] ?? '' })
  }
  return steps.filter(({ from, until }) => from <= until)
}

/** Returns the color of a value; undefined for 0. */
export function heatColor(steps: HeatScaleStep[], value: number): string | undefined {
  return steps.find(({ from, until }) => value >= from && value <= until)?.color
}
