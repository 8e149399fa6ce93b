import { heat } from './palette.ts'

/** The color of values from `from` to `until`, inclusive. */
export type HeatScaleStep = { from: number; until: number; color: string }

/**
 * At most six logarithmic steps up to the largest value, since counts differ by orders of
 * magnitude.
 */
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

/** Returns undefined for 0. */
export function heatColor(steps: HeatScaleStep[], value: number): string | undefined {
  return steps.find(({ from, until }) => value >= from && value <= until)?.color
}
