/** The figures shared by card and account reports. */

import type { Breakdown, Figures, Summary } from '../../schema/analytics/figures.ts'
import { type EventKind, placeText } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { type DayRange, dateText } from '../platform/time.ts'
import { readBursts } from '../tracking/bursts.ts'
import {
  type Counts,
  readDimension,
  readDwell,
  readLeftOut,
  readLinks,
} from '../tracking/rollup-counts.ts'
import { bucketHours, hourIn, totalsIn } from './buckets.ts'
import { dayAt } from './local-clock.ts'
import { type Rollups, readRollups } from './read-rollups.ts'
import type { ReportPeriod } from './report-period.ts'
import { type ReportWindow, windowSince } from './report-window.ts'
import { readSharePoints } from './share-point-figures.ts'
import type { Subject } from './share-points.ts'
import { submissionHours } from './submissions.ts'

/**
 * The figures of these cards together or of one share point, except all-time totals, which come from `readAllTime`. The
 * cost grows with the number of days, not of events.
 */
export async function readFigures(
  env: Bindings,
  subject: Subject,
  period: ReportPeriod,
): Promise<Omit<Figures, 'allTime'>> {
  const from = period.previousUtcDays?.from ?? period.utcDays.from
  const [{ current, previous }, submissions, sharePoints] = await Promise.all([
    readRollups(env, subject, period),
    submissionHours(env, subject, from),
    readSharePoints(env, subject.cardIds, period),
  ])
  const days = breakdownDays(current, period)
  for (const { hour, submissions: count } of submissions) {
    hourIn(current.hours, hour).submissions += count
    hourIn(previous.hours, hour).submissions += count
  }
  const window = period.window ?? sinceFirst(current, period)
  const today = { from: period.today, until: period.today, starts: [], unit: 'day' as const }
  const shownWindow = window ?? today
  // Visitors are not counted by source.
  const visitors = subject.sharePoint && { visitors: null }
  return {
    sharePoint: subject.sharePoint ?? null,
    window: window ? { from: dateText(window.from), until: dateText(window.until) } : null,
    summary: { ...summary(current, period, shownWindow), ...visitors },
    previous: period.previous
      ? { ...summary(previous, period, period.previous), ...visitors }
      : null,
    unit: shownWindow.unit,
    ...bucketHours(current.hours, period.clock, shownWindow),
    breakdowns: {
      ...days,
      ...breakdowns(current),
      sharePoints,
    },
    leftOut: readLeftOut(current.counts),
    bursts: readBursts(current.bursts),
    zone: { name: period.zone, rounded: period.clock.rounded() },
  }
}

function sinceFirst({ hours }: Rollups, { clock, today }: ReportPeriod): ReportWindow | undefined {
  const days = [...hours.keys()].map((hour) => dayAt(clock, hour))
  return days.length > 0 ? windowSince(Math.min(...days), Math.max(today, ...days)) : undefined
}

function summary(rollups: Rollups, { clock }: ReportPeriod, days: DayRange): Summary {
  const { dwellMs, measured } = readDwell(rollups.counts)
  return { ...totalsIn(rollups.hours, clock, days), visitors: rollups.visitors, measured, dwellMs }
}

function breakdowns({ counts, totals: { views, clicks, saves } }: Rollups) {
  return { totals: { views, clicks, saves }, ...breakdownsOf(counts) }
}

// All time starts and ends with its events.
function breakdownDays({ hours }: Rollups, { window, rollupDays, utcToday }: ReportPeriod) {
  const days = [...hours.keys()].map((hour) => Math.floor(hour / 24))
  const { from, until } = window
    ? rollupDays
    : { from: Math.min(utcToday, ...days), until: Math.max(utcToday, ...days) }
  return { from: dateText(from), until: dateText(until) }
}

// Breakdowns by place, device and source, with readable names.

type Breakdowns = Pick<Figures['breakdowns'], 'views' | 'clicks' | 'saves' | 'links'>

export function breakdownsOf(counts: Counts): Breakdowns {
  return {
    views: breakdown(counts, 'view'),
    clicks: breakdown(counts, 'click'),
    saves: breakdown(counts, 'save'),
    links: readLinks(counts),
  }
}

function breakdown(counts: Counts, kind: EventKind): Breakdown {
  const places = readDimension(counts, kind, 'places')
  const devices = readDimension(counts, kind, 'devices')
  return {
    countries: regroup(places, (key) => part(key, 0)),
    regions: regroup(places, (key) => placeText(key.split('|').slice(0, 2).join('|'))),
    places: regroup(places, placeText),
    devices: regroup(devices, (key) => part(key, 0)),
    systems: regroup(devices, (key) => part(key, 1)),
    browsers: regroup(devices, (key) => part(key, 2)),
    sources: readDimension(counts, kind, 'sources'),
  }
}

function part(key: string, index: number): string {
  return key === 'Other' ? key : key.split('|')[index] || 'Unknown'
}

function regroup(counts: Record<string, number>, name: (key: string) => string) {
  const grouped = new Map<string, number>()
  for (const [key, count] of Object.entries(counts))
    grouped.set(name(key), (grouped.get(name(key)) ?? 0) + count)
  return Object.fromEntries(grouped)
}
