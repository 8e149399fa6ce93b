import {
  type Breakdown,
  type Counts,
  type Figures,
  type Kind,
  ratesOf,
} from '../../../../schema/analytics/figures.ts'
import { t } from '../../../messages/t.ts'
import { countryName, groupName, placeName, rank } from '../../../ui/charts/breakdown.ts'
import {
  bucketLabel,
  bucketTitles,
  hourName,
  period,
  weekdayName,
} from '../../../ui/charts/buckets.ts'
import { kindNames } from '../../../ui/charts/palette.ts'
import { formatExact, formatPercent } from '../../../ui/format.ts'
import {
  burstText,
  exclusionReasonLabels,
  measuredVisits,
  timeSpent,
  unitNames,
} from '../../labels.ts'
import { rankByName, sourceNamer } from '../../link-name.ts'
import type { PdfPart } from './draw-pdf.ts'

const kinds = ['views', 'clicks', 'saves', 'submissions'] satisfies Kind[]
const brokenDown = ['views', 'clicks', 'saves'] satisfies Kind[]
const inChart = 10

/** Totals, changes over time and excluded events. */
export function overviewParts(figures: Figures): PdfPart[] {
  const { window } = figures
  const days = window ? period(window.from, window.until) : t('No events yet.')
  return [
    { title: t('Figures'), note: days, figures: tiles(figures) },
    overTime(figures),
    leftOut(figures),
    ...bursts(figures),
  ]
}

/** Figures by source, share point and clicked link; `linkName` returns a link's label. */
export function engagementParts(figures: Figures, linkName: (key: string) => string): PdfPart[] {
  const links = rankByName(figures.breakdowns.links, linkName)
  const nameOf = sourceNamer(figures)
  return [
    breakdownPart(figures, { title: t('Sources'), of: 'sources', head: t('Source'), nameOf }),
    ...sharePoints(figures),
    {
      title: t('Links'),
      note: utcDays(figures),
      table: {
        head: [t('Link'), t('Clicks')],
        rows: links.map(({ name, value }) => [name, formatExact(value)]),
        textColumns: 1,
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
      title: t('Share points'),
      note: utcDays(figures),
      table: {
        head: [t('Share point'), ...kinds.map((kind) => kindNames[kind]), t('Save rate')],
        rows: points.map((one) => [one.label, ...exact(one), formatPercent(ratesOf(one).save)]),
        textColumns: 1,
      },
    },
  ]
}

type Timing = { totals: Figures['timing']['hours']; labels: string[]; names: string[] }

export function timingParts({ timing }: Figures): PdfPart[] {
  const part = (title: string, head: string, { totals, labels, names }: Timing): PdfPart => ({
    title,
    chart: { look: 'columns', labels, series: seriesOf(totals, brokenDown) },
    table: {
      head: [head, ...kinds.map((kind) => kindNames[kind])],
      rows: totals.map((total, index) => [names[index] ?? '', ...exact(total)]),
      textColumns: 1,
    },
  })
  const hours = timing.hours.map((_, hour) => hourName(hour))
  const days = timing.weekdays.map((_, day) => weekdayName(day))
  const short = timing.weekdays.map((_, day) => weekdayName(day, 'short'))
  const bare = timing.hours.map((_, hour) => String(hour))
  return [
    part(t('Hours of the day'), t('Hour'), { totals: timing.hours, labels: bare, names: hours }),
    part(t('Days of the week'), t('Day'), { totals: timing.weekdays, labels: short, names: days }),
  ]
}

export function deviceParts(figures: Figures): PdfPart[] {
  const part = (title: string, of: keyof Breakdown, head: string) =>
    breakdownPart(figures, { title, of, head, nameOf: groupName })
  return [
    part(t('Devices'), 'devices', t('Device')),
    part(t('Operating systems'), 'systems', t('System')),
    part(t('Browsers'), 'browsers', t('Browser')),
  ]
}

export function geographicParts(figures: Figures): PdfPart[] {
  return [
    breakdownPart(figures, {
      title: t('Countries'),
      of: 'countries',
      head: t('Country'),
      nameOf: countryName,
    }),
    breakdownPart(figures, {
      title: t('Locations'),
      of: 'places',
      head: t('Location'),
      nameOf: placeName,
    }),
  ]
}

/** The events of these kinds over time. */
export function overTime(figures: Figures, shown: readonly Kind[] = kinds): PdfPart {
  const { series, unit, zone } = figures
  const titles = bucketTitles(figures)
  return {
    title: shown.length === 1 && shown[0] ? kindNames[shown[0]] : t('Over time'),
    note: t('Time zone: {name}{value}.', {
      name: zone.name,
      value: zone.rounded ? t(', rounded down to whole hours from UTC') : '',
    }),
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
      textColumns: 1,
    },
  }
}

function tiles({ summary, previous, allTime }: Figures): NonNullable<PdfPart['figures']> {
  const rates = ratesOf(summary)
  const ofKind = (kind: Kind) => ({
    label: t('Total {kindNames}', { kindNames: kindNames[kind] }),
    value: formatExact(summary[kind]),
    note: [
      t('{exact} all time', { exact: formatExact(allTime[kind]) }),
      previous && t('previously {exact}', { exact: formatExact(previous[kind]) }),
    ]
      .filter(Boolean)
      .join(', '),
  })
  return [
    ...kinds.map(ofKind),
    { label: t('Click-through rate'), value: formatPercent(rates.clickThrough) },
    { label: t('Save rate'), value: formatPercent(rates.save) },
    { label: t('Engagement rate'), value: formatPercent(rates.engagement) },
    {
      label: t('Unique visitors'),
      value: summary.visitors === null ? t('not counted') : formatExact(summary.visitors),
      note:
        previous?.visitors == null
          ? undefined
          : t('previously {exact}', { exact: formatExact(previous.visitors) }),
    },
    {
      label: t('Average time spent'),
      value: timeSpent(summary),
      note: measuredVisits(summary.measured),
    },
  ]
}

/** A breakdown of views, clicks and saves: the top ten as bars, and all in a table. */
function breakdownPart(
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
              {
                kind: 'views',
                label: t('Views'),
                values: leading.map((name) => value(views, name)),
              },
            ],
          }
        : undefined,
    table: {
      head: [head, t('Views'), t('Clicks'), t('Saves')],
      rows: names.map((name) => [
        name,
        ...[views, clicks, saves].map((counts) => formatExact(value(counts, name))),
      ]),
      textColumns: 1,
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
  return t('Counted daily (UTC), {period}.', { period: period(from, until) })
}

/** The events that were recorded but not counted. */
function leftOut({ leftOut: counts }: Figures): PdfPart {
  const { top } = rank(counts)
  if (top.length === 0) return { title: t('Excluded'), note: t('No events were excluded.') }
  return {
    title: t('Excluded'),
    note: t('Recorded but not counted (UTC days).'),
    table: {
      head: [t('Reason'), t('Events')],
      rows: top.map(({ name, value }) => [
        exclusionReasonLabels.get(name) ?? name,
        formatExact(value),
      ]),
      textColumns: 1,
    },
  }
}

/** Bursts of activity; no part if there were none. */
function bursts({ bursts: found, zone }: Figures): PdfPart[] {
  if (found.length === 0) return []
  return [
    {
      title: t('Bursts of activity'),
      note: found.map((burst) => burstText(burst, zone)).join(' '),
    },
  ]
}
