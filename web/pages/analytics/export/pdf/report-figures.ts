import type { Breakdown, Counts, Figures, Kind } from '../../../../../schema/figures.ts'
import { ratesOf } from '../../../../../schema/rates.ts'
import {
  bucketLabel,
  bucketTitles,
  hourName,
  period,
  weekdayName,
} from '../../../../ui/charts/buckets.ts'
import { countryName, placeName } from '../../../../ui/charts/country-names.ts'
import { counted, formatExact, formatPercent } from '../../../../ui/charts/format-number.ts'
import { kindNames } from '../../../../ui/charts/palette.ts'
import { rank } from '../../../../ui/charts/ranking.ts'
import { burstText, exclusionReasonLabels, timeSpent, unitNames } from '../../labels.ts'
import { rankByName, sourceNamer } from '../../link-name.ts'
import type { PdfPart } from './types.ts'

const kinds = ['views', 'clicks', 'saves', 'submissions'] satisfies Kind[]
const brokenDown = ['views', 'clicks', 'saves'] satisfies Kind[]
const inChart = 10

/** Totals, changes over time and excluded events. */
export function overviewParts(figures: Figures): PdfPart[] {
  const { window } = figures
  const days = window ? period(window.from, window.until) : 'No events yet.'
  return [
    { title: 'Figures', note: days, figures: tiles(figures) },
    overTime(figures),
    leftOut(figures),
    ...bursts(figures),
  ]
}

/** By traffic source and by clicked link; `linkName` returns a link's label. */
export function engagementParts(figures: Figures, linkName: (key: string) => string): PdfPart[] {
  const links = rankByName(figures.breakdowns.links, linkName)
  const nameOf = sourceNamer(figures)
  return [
    broken(figures, { title: 'Sources', of: 'sources', head: 'Source', nameOf }),
    ...sharePoints(figures),
    {
      title: 'Links',
      note: utcDays(figures),
      table: {
        head: ['Link', 'Clicks'],
        rows: links.map(({ name, value }) => [name, formatExact(value)]),
        words: 1,
      },
    },
  ]
}

function sharePoints(figures: Figures): PdfPart[] {
  const { sharePoint, breakdowns } = figures
  const points = breakdowns.sharePoints.filter(({ code }) => code === (sharePoint?.code ?? code))
  if (points.length === 0) return []
  return [
    {
      title: 'Share points',
      note: utcDays(figures),
      table: {
        head: ['Share point', ...kinds.map((kind) => kindNames[kind]), 'Save rate'],
        rows: points.map((one) => [one.label, ...exact(one), formatPercent(ratesOf(one).save)]),
        words: 1,
      },
    },
  ]
}

export function timingParts({ timing }: Figures): PdfPart[] {
  const part = (title: string, head: string, { totals, labels, names }: Timing): PdfPart => ({
    title,
    chart: { look: 'columns', labels, series: seriesOf(totals, brokenDown) },
    table: {
      head: [head, ...kinds.map((kind) => kindNames[kind])],
      rows: totals.map((total, index) => [names[index] ?? '', ...exact(total)]),
      words: 1,
    },
  })
  const hours = timing.hours.map((_, hour) => hourName(hour))
  const days = timing.weekdays.map((_, day) => weekdayName(day))
  const short = timing.weekdays.map((_, day) => weekdayName(day, 'short'))
  const bare = timing.hours.map((_, hour) => String(hour))
  return [
    part('Hours of the day', 'Hour', { totals: timing.hours, labels: bare, names: hours }),
    part('Days of the week', 'Day', { totals: timing.weekdays, labels: short, names: days }),
  ]
}
type Timing = { totals: Figures['timing']['hours']; labels: string[]; names: string[] }

export function deviceParts(figures: Figures): PdfPart[] {
  const same = (name: string) => name
  return [
    broken(figures, { title: 'Devices', of: 'devices', head: 'Device', nameOf: same }),
    broken(figures, { title: 'Operating systems', of: 'systems', head: 'System', nameOf: same }),
    broken(figures, { title: 'Browsers', of: 'browsers', head: 'Browser', nameOf: same }),
  ]
}

export function geographicParts(figures: Figures): PdfPart[] {
  return [
    broken(figures, { title: 'Countries', of: 'countries', head: 'Country', nameOf: countryName }),
    broken(figures, { title: 'Locations', of: 'places', head: 'Location', nameOf: placeName }),
  ]
}

/** Views, clicks and saves over time. */
export function overTime(figures: Figures, shown: readonly Kind[] = kinds): PdfPart {
  const { series, unit, zone } = figures
  const titles = bucketTitles(figures)
  return {
    title: shown.length === 1 && shown[0] ? kindNames[shown[0]] : 'Over time',
    note: `Time zone: ${zone.name}${zone.rounded ? ', rounded down to whole hours from UTC' : ''}.`,
    chart: {
      look: 'lines',
      labels: series.map(({ start }) => bucketLabel(start, unit)),
      series: seriesOf(series, shown),
    },
    table: {
      head: [unitNames[unit], ...shown.map((kind) => kindNames[kind])],
      rows: series.map((bucket, index) => [
        titles[index] ?? '',
        ...shown.map((kind) => formatExact(bucket[kind])),
      ]),
      words: 1,
    },
  }
}

function tiles({ summary, previous, allTime }: Figures): NonNullable<PdfPart['figures']> {
  const rates = ratesOf(summary)
  const ofKind = (kind: Kind) => ({
    label: `Total ${kindNames[kind]}`,
    value: formatExact(summary[kind]),
    note: [
      `${formatExact(allTime[kind])} all time`,
      previous && `previously ${formatExact(previous[kind])}`,
    ]
      .filter(Boolean)
      .join(', '),
  })
  return [
    ...kinds.map(ofKind),
    { label: 'Click-through rate', value: formatPercent(rates.clickThrough) },
    { label: 'Save rate', value: formatPercent(rates.save) },
    { label: 'Engagement rate', value: formatPercent(rates.engagement) },
    {
      label: 'Unique visitors',
      value: summary.visitors === null ? 'not counted' : formatExact(summary.visitors),
      note: previous?.visitors == null ? undefined : `previously ${formatExact(previous.visitors)}`,
    },
    {
      label: 'Average time spent',
      value: timeSpent(summary),
      note: counted(summary.measured, ['measured visit', 'measured visits']),
    },
  ]
}

/** A breakdown of views, clicks and saves: the top ten as bars, all in the table. */
function broken(
  figures: Figures,
  asked: {
    title: string
    head: string
    of: keyof Breakdown
    nameOf: (value: string) => string
  },
): PdfPart {
  const { title, head, of, nameOf } = asked
  const by = (kind: 'views' | 'clicks' | 'saves') => byName(figures.breakdowns[kind][of], nameOf)
  const [views, clicks, saves] = [by('views'), by('clicks'), by('saves')]
  const names = rank(sum([views, clicks, saves])).top.map(({ name }) => name)
  const leading = names.slice(0, inChart)
  const value = (counts: Counts, name: string) => counts[name] ?? 0
  return {
    title,
    note: utcDays(figures),
    chart:
      leading.length > 0
        ? {
            look: 'bars',
            labels: leading,
            series: [
              { kind: 'views', label: 'Views', values: leading.map((name) => value(views, name)) },
            ],
          }
        : undefined,
    table: {
      head: [head, 'Views', 'Clicks', 'Saves'],
      rows: names.map((name) => [
        name,
        ...[views, clicks, saves].map((counts) => formatExact(value(counts, name))),
      ]),
      words: 1,
    },
  }
}

function byName(counts: Counts, nameOf: (value: string) => string): Counts {
  return Object.fromEntries(rankByName(counts, nameOf).map(({ name, value }) => [name, value]))
}

function sum(all: Counts[]): Counts {
  const sums = new Map<string, number>()
  for (const counts of all)
    for (const [name, value] of Object.entries(counts))
      sums.set(name, (sums.get(name) ?? 0) + value)
  return Object.fromEntries(sums)
}

function leftOut({ leftOut: counts }: Figures): PdfPart {
  const { top } = rank(counts)
  if (top.length === 0) return { title: 'Excluded', note: 'No events were excluded.' }
  return {
    title: 'Excluded',
    note: 'Recorded but not counted (UTC days).',
    table: {
      head: ['Reason', 'Events'],
      rows: top.map(({ name, value }) => [
        exclusionReasonLabels.get(name) ?? name,
        formatExact(value),
      ]),
      words: 1,
    },
  }
}

function bursts({ bursts: found, zone }: Figures): PdfPart[] {
  if (found.length === 0) return []
  return [
    { title: 'Bursts of activity', note: found.map((burst) => burstText(burst, zone)).join(' ') },
  ]
}

function exact(totals: Record<Kind, number>): string[] {
  return kinds.map((kind) => formatExact(totals[kind]))
}

function seriesOf(totals: Record<Kind, number>[], shown: readonly Kind[]) {
  return shown.map((kind) => ({
    kind,
    label: kindNames[kind],
    values: totals.map((total) => total[kind]),
  }))
}

function utcDays({ breakdowns: { from, until } }: Figures): string {
  return `Counted daily (UTC), ${period(from, until)}.`
}
