/** The figures that a card's report and an account's have in common. */
import type { Figures, Summary } from '../../schema/figures.ts'
import type { Bindings } from '../env.ts'
import { breakdownsOf } from './breakdown.ts'
import { readBursts } from './bursts.ts'
import { dayAt } from './clock.ts'
import { readDwell, readLeftOut } from './counts.ts'
import { cutHours, hourIn, totalsIn } from './cut.ts'
import { type Tally, tallyDays } from './days.ts'
import type { Plan } from './plan.ts'
import { submissionHours } from './submissions.ts'
import { type Days, dateText, type Window, windowSince } from './windows.ts'

/** Of these cards together; what they had in all time comes from `totalsOf`. The cost grows with their days, not with events. */
export async function figuresOf(
  env: Bindings,
  cardIds: number[],
  plan: Plan,
): Promise<Omit<Figures, 'allTime'>> {
  const from = plan.utcBefore?.from ?? plan.utc.from
  const [{ now, before }, submissions] = await Promise.all([
    tallyDays(env, cardIds, plan),
    submissionHours(env, cardIds, from),
  ])
  const days = breakdownDays(now, plan)
  for (const { hour, submissions: count } of submissions) {
    hourIn(now.hours, hour).submissions += count
    hourIn(before.hours, hour).submissions += count
  }
  const window = plan.window ?? sinceFirst(now, plan)
  const cut = window ?? { from: plan.today, until: plan.today, starts: [], unit: 'day' as const }
  return {
    window: window ? { from: dateText(window.from), until: dateText(window.until) } : null,
    summary: summary(now, plan, cut),
    previous: plan.before ? summary(before, plan, plan.before) : null,
    unit: cut.unit,
    ...cutHours(now.hours, plan.clock, cut),
    breakdowns: { ...days, ...breakdowns(now) },
    leftOut: readLeftOut(now.counts),
    bursts: readBursts(now.bursts),
    zone: { name: plan.zone, rounded: plan.clock.rounded() },
  }
}

function sinceFirst({ hours }: Tally, { clock, today }: Plan): Window | undefined {
  const days = [...hours.keys()].map((hour) => dayAt(clock, hour))
  return days.length > 0 ? windowSince(Math.min(...days), Math.max(today, ...days)) : undefined
}

function summary(tally: Tally, { clock }: Plan, days: Days): Summary {
  const { dwellMs, measured } = readDwell(tally.counts)
  return { ...totalsIn(tally.hours, clock, days), visitors: tally.visitors, measured, dwellMs }
}

function breakdowns({ counts, totals: { views, clicks, saves } }: Tally) {
  return { totals: { views, clicks, saves }, ...breakdownsOf(counts) }
}

// All time has no first and last day of its own: it has those of its events.
function breakdownDays({ hours }: Tally, { window, counted, utcToday }: Plan) {
  const days = [...hours.keys()].map((hour) => Math.floor(hour / 24))
  const { from, until } = window
    ? counted
    : { from: Math.min(utcToday, ...days), until: Math.max(utcToday, ...days) }
  return { from: dateText(from), until: dateText(until) }
}
