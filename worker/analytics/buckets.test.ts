import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kinds, ranges, type Totals, timeframes } from '../../schema/analytics/figures.ts'
import { dateText, hourMs } from '../platform/time.ts'
import {
  bucketHours,
  coveringUtcDays,
  dayAt,
  type Hours,
  hourIn,
  localClock,
  type PeriodName,
  previousDays,
  totalsIn,
  windowSince,
  windowUntil,
} from './report-period.ts'

// From UTC-11 to UTC+14, with clock changes of both hemispheres; the last ones have fractional-hour offsets.
const zones = [
  ...['Pacific/Pago_Pago', 'Pacific/Honolulu', 'America/Anchorage', 'America/Los_Angeles'],
  ...['America/New_York', 'America/Havana', 'America/Santiago', 'Atlantic/Azores', 'UTC'],
  ...['Europe/Lisbon', 'Europe/Berlin', 'Africa/Casablanca', 'Africa/Cairo', 'Asia/Beirut'],
  ...['Asia/Tokyo', 'Australia/Sydney', 'Pacific/Auckland', 'Pacific/Tongatapu'],
  ...['Pacific/Kiritimati', 'Antarctica/Troll', 'America/St_Johns', 'Asia/Kolkata'],
  ...['Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Chatham'],
]
const periods: PeriodName[] = [...ranges, ...timeframes.filter((name) => name !== 'all')]

const zone = fc.constantFrom(...zones)
const anyPeriod = fc.constantFrom(...periods)
// Any hour of four years, with extra weight on the clock changes of one spring and one autumn.
const now = fc.oneof(
  fc.integer({ min: Date.UTC(2023, 0), max: Date.UTC(2027, 0) }),
  fc.integer({ min: Date.UTC(2026, 2, 7), max: Date.UTC(2026, 3, 6) }),
  fc.integer({ min: Date.UTC(2026, 9, 23), max: Date.UTC(2026, 10, 9) }),
)
const events = fc.array(
  fc.record({ hoursAgo: fc.integer({ min: -14, max: 40_000 }), kind: fc.constantFrom(...kinds) }),
  { maxLength: 60 },
)
const nearEvents = fc.array(
  fc.record({ hoursAgo: fc.integer({ min: -14, max: 900 }), kind: fc.constantFrom(...kinds) }),
  { maxLength: 60 },
)

test('each bucketing of a window adds up to its total, and matches the calendar of the zone', () => {
  fc.assert(
    fc.property(
      zone,
      anyPeriod,
      now,
      fc.oneof(events, nearEvents),
      (name, period, at, happened) => {
        const clock = localClock(name)
        const nowHour = Math.floor(at / hourMs)
        const window = windowUntil(period, dayAt(clock, nowHour))
        const hours = hoursOf(happened.map(({ hoursAgo, kind }) => [nowHour - hoursAgo, kind]))
        const totals = totalsIn(hours, clock, window)
        const { series, timing } = bucketHours(hours, clock, window)
        expect(sum(series)).toEqual(totals)
        expect(sum(timing.hours)).toEqual(totals)
        expect(sum(timing.weekdays)).toEqual(totals)

        const wallTime = wallClock(name)
        const inside = [...hours]
          .map(([hour, counted]) => ({ ...wallTime(hour), counted }))
          .filter(({ date }) => date >= dateText(window.from) && date <= dateText(window.until))
        expect(sum(inside.map(({ counted }) => counted))).toEqual(totals)
        timing.hours.forEach((counted, hour) => {
          expect(counted).toEqual(
            sum(inside.flatMap((at) => (at.hour === hour ? [at.counted] : []))),
          )
        })
        timing.weekdays.forEach((counted, weekday) => {
          const then = inside.filter((at) => at.weekday === weekday)
          expect(counted).toEqual(sum(then.map((at) => at.counted)))
        })
        series.forEach(({ start, ...counted }, index) => {
          const end = series[index + 1]?.start ?? '9999'
          const then = inside.filter(({ date }) => date >= start && date < end)
          expect(counted).toEqual(sum(then.map((at) => at.counted)))
        })
      },
    ),
    { numRuns: 300 },
  )
})

test('the UTC days of a window cover its hours, and the previous period ends where it starts', () => {
  fc.assert(
    fc.property(zone, anyPeriod, now, (name, period, at) => {
      const clock = localClock(name)
      const window = windowUntil(period, dayAt(clock, Math.floor(at / hourMs)))
      const days = coveringUtcDays(clock, window)
      expect(dayAt(clock, days.from * 24 - 1)).toBeLessThan(window.from)
      expect(dayAt(clock, days.from * 24 + 23)).toBeGreaterThanOrEqual(window.from)
      expect(dayAt(clock, days.until * 24)).toBeLessThanOrEqual(window.until)
      expect(dayAt(clock, days.until * 24 + 24)).toBeGreaterThan(window.until)
      const before = previousDays(window)
      expect(before.until - before.from).toBe(window.until - window.from)
      expect(before.until + 1).toBe(window.from)
    }),
  )
})

test('buckets have no gaps, start with the window, and are days, ISO weeks, months or years', () => {
  const day = fc.integer({ min: 15_000, max: 25_000 })
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 6000 }), (from, length) => {
      const { unit, starts } = windowSince(from, from + length)
      expect(starts[0]).toBe(from)
      expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b))
      expect(starts.length <= 40).toBe(true)
      const dates = starts.map(dateText)
      if (unit === 'day') expect(starts.length).toBe(length + 1)
      if (unit === 'week')
        for (const start of dates.slice(1)) expect(new Date(start).getUTCDay()).toBe(1)
      if (unit === 'month') for (const start of dates.slice(1)) expect(start).toMatch(/-01$/)
      if (unit === 'year') for (const start of dates.slice(1)) expect(start).toMatch(/-01-01$/)
    }),
  )
})

test('windows have the length in their name', () => {
  const today = Date.UTC(2026, 7, 31) / 86_400_000
  const dates = (period: PeriodName) => {
    const { from, until, unit, starts } = windowUntil(period, today)
    return [dateText(from), dateText(until), unit, starts.length]
  }
  expect(periods.map((period) => [period, ...dates(period)])).toEqual([
    ['daily', '2026-08-25', '2026-08-31', 'day', 7],
    ['weekly', '2026-08-04', '2026-08-31', 'week', 5],
    ['monthly', '2026-03-01', '2026-08-31', 'month', 6],
    ['yearly', '2023-09-01', '2026-08-31', 'year', 4],
    ['year', '2025-09-01', '2026-08-31', 'month', 12],
    ['month', '2026-08-01', '2026-08-31', 'day', 31],
    ['week', '2026-08-25', '2026-08-31', 'day', 7],
  ])
})

test('only hours with a fractional offset are rounded', () => {
  const rounded = (name: string, at: number) => {
    const clock = localClock(name)
    clock.hour(Math.floor(at / hourMs))
    return clock.rounded()
  }
  expect(rounded('Europe/Berlin', Date.UTC(2026, 6))).toBe(false)
  expect(rounded('Asia/Kolkata', Date.UTC(2026, 6))).toBe(true)
  expect(rounded('America/St_Johns', Date.UTC(2026, 6))).toBe(true)
  expect(rounded('Australia/Lord_Howe', Date.UTC(2026, 6))).toBe(true)
  expect(rounded('Australia/Lord_Howe', Date.UTC(2026, 0))).toBe(false)
})

function hoursOf(list: [number, (typeof kinds)[number]][]): Hours {
  const hours: Hours = new Map()
  for (const [hour, kind] of list) hourIn(hours, hour)[kind] += 1
  return hours
}

function sum(parts: Totals[]): Totals {
  const total = (kind: (typeof kinds)[number]) => parts.reduce((all, part) => all + part[kind], 0)
  return {
    views: total('views'),
    clicks: total('clicks'),
    saves: total('saves'),
    submissions: total('submissions'),
  }
}

/** The local time from Intl, which supports fractional-hour offsets; the hour that contains it is the rounded one. */
function wallClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    weekday: 'short',
  })
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  return (utcHour: number) => {
    const parts = format.formatToParts(utcHour * hourMs)
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    return {
      date: `${of('year')}-${of('month')}-${of('day')}`,
      hour: Number(of('hour')),
      weekday: weekdays.indexOf(of('weekday').slice(0, 3)),
    }
  }
}
