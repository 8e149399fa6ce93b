/** Rates of a report, in percent. */
import type { Totals } from './figures.ts'

export type Rates = Record<'clickThrough' | 'save' | 'engagement', number>

/** Returns clicks, saves and their sum per 100 views; 0 if there are no views. */
export function ratesOf({ views, clicks, saves }: Omit<Totals, 'submissions'>): Rates {
  const perHundred = (count: number) => (views === 0 ? 0 : (count * 100) / views)
  return {
    clickThrough: perHundred(clicks),
    save: perHundred(saves),
    engagement: perHundred(clicks + saves),
  }
}

export const rateNames: Record<keyof Rates, string> = {
  clickThrough: 'Click-through rate',
  save: 'Save rate',
  engagement: 'Engagement rate',
}
