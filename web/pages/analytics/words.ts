import type { Range } from '../../../schema/figures.ts'

export const rangeNames: Record<Range, string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  yearly: 'Yearly',
}

/** The window each range is compared with. */
export const windowBefore: Record<Range, string> = {
  daily: 'the 7 days before',
  weekly: 'the 28 days before',
  monthly: 'the 6 months before',
  yearly: 'the 3 years before',
}

/** The heads of tables by unit. */
export const unitNames = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' } as const

/** What is counted, one and many. */
export const eventWords = {
  views: ['view', 'views'],
  clicks: ['click', 'clicks'],
  saves: ['save', 'saves'],
  submissions: ['submission', 'submissions'],
} as const
