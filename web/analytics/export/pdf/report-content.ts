import type { AccountReport } from '../../../../schema/analytics/account-report.ts'
import type { ExportSection } from '../../../../schema/analytics/analytics-export.ts'
import type { CardReport } from '../../../../schema/analytics/card-report.ts'
import type { Figures, Kind } from '../../../../schema/analytics/figures.ts'
import type { Card } from '../../../../schema/cards/card.ts'
import { locale } from '../../../messages/language.ts'
import { inSentence, t } from '../../../messages/t.ts'
import { period } from '../../../ui/charts/buckets.ts'
import { kindNames } from '../../../ui/charts/palette.ts'
import { formatExact } from '../../../ui/format.ts'
import { linkName, linkTypeName, sourceNamer } from '../../link-name.ts'
import type { PdfContent, PdfPart, PdfTable } from './draw-pdf.ts'
import {
  deviceParts,
  engagementParts,
  geographicParts,
  overTime,
  overviewParts,
  timingParts,
} from './report-figures.ts'

type Labels = Pick<Card, 'customButtons'> | undefined

/** Returns the PDF content of a section of a card's report, with the single events that the report contains. */
export function cardContent(
  report: CardReport,
  section: ExportSection,
  labels: Labels,
): PdfContent {
  const { card } = report
  return {
    title: t('Card analytics'),
    name: card.name ?? card.slug,
    lines: introduction(report),
    parts: partsOf(report, labels)[section](),
  }
}

function partsOf(report: CardReport, labels: Labels): Record<ExportSection, () => PdfPart[]> {
  const linkOf = (key: string) => linkName(key, labels)
  const figures = {
    overview: () => overviewParts(report),
    engagement: () => engagementParts(report, linkOf),
    timing: () => timingParts(report),
    devices: () => deviceParts(report),
    geographic: () => geographicParts(report),
  }
  const rows = { views: viewRows(report), clicks: clickRows(report), saves: saveRows(report) }
  return {
    ...figures,
    all: () => [...Object.values(figures).flatMap((parts) => parts()), ...Object.values(rows)],
    views: () => [overTime(report, ['views']), rows.views],
    clicks: () => [overTime(report, ['clicks']), rows.clicks],
    saves: () => [overTime(report, ['saves']), rows.saves],
    submissions: () => [overTime(report, ['submissions']), submissionRows(report)],
  }
}

function viewRows(report: CardReport): PdfPart {
  const { at, rows } = inWindow(report, report.views)
  const nameOf = sourceNamer(report)
  return newest(report, 'views', {
    head: [t('Date and time'), t('Location'), t('Device'), t('Source')],
    rows: rows.map((row) => [
      at(row.timestamp),
      row.viewerLocation,
      row.viewerDevice,
      nameOf(row.source),
    ]),
    textColumns: 4,
  })
}

function clickRows(report: CardReport): PdfPart {
  const { at, rows } = inWindow(report, report.clicks)
  return newest(report, 'clicks', {
    head: [t('Date and time'), t('Link type'), t('Link ID'), t('Device')],
    rows: rows.map((row) => [
      at(row.timestamp),
      linkTypeName(row.linkType),
      row.linkId || t('Unknown'),
      row.clickerDevice,
    ]),
    textColumns: 4,
  })
}

function saveRows(report: CardReport): PdfPart {
  const { at, rows } = inWindow(report, report.saves)
  return newest(report, 'saves', {
    head: [t('Date and time'), t('Location'), t('Device')],
    rows: rows.map((row) => [at(row.timestamp), row.saverLocation, row.saverDevice]),
    textColumns: 3,
  })
}

// Without what visitors wrote, which belongs in the inbox and the CSV: reports are passed on.
function submissionRows(report: CardReport): PdfPart {
  const { at, rows } = inWindow(report, report.submissions)
  return newest(report, 'submissions', {
    head: [t('Date and time'), t('Location'), t('Device')],
    rows: rows.map((row) => [at(row.timestamp), row.submitterLocation, row.submitterDevice]),
    textColumns: 3,
  })
}

function newest({ summary }: CardReport, kind: Kind, table: PdfTable): PdfPart {
  const name = inSentence(kindNames[kind])
  const shown = table.rows.length
  const all = summary[kind]
  if (shown === 0) return { title: t('Newest {name}', { name }), note: t('None in this period.') }
  const note =
    shown < all
      ? t('The newest {shown} of {all}. The CSV includes them all.', {
          shown: formatExact(shown),
          all: formatExact(all),
        })
      : t('All {count}.', { count: formatExact(shown) })
  return { title: t('Newest {name}', { name }), note, table }
}

/** Returns the rows within the report's period, and a function that formats their times. */
function inWindow<Row extends { timestamp: string }>({ window, zone }: CardReport, rows: Row[]) {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: zone.name, dateStyle: 'short' })
  return {
    at: clockOf(zone.name),
    rows: rows.filter(
      ({ timestamp }) => window && dayOf.format(new Date(timestamp)) >= window.from,
    ),
  }
}

function clockOf(zone: string): (timestamp: string) => string {
  const style = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  })
  return (timestamp) => style.format(new Date(timestamp))
}

const kinds = ['views', 'clicks', 'saves', 'submissions'] as const

/** Returns the PDF content of an account's whole report; `card` names the card that limits it, if any. */
export function accountContent(report: AccountReport, card: string | undefined): PdfContent {
  const counted = t('{cards, plural, one {# card} other {# cards}}', { cards: report.counted })
  return {
    title: t('Advanced Analytics'),
    name: [report.owner ?? t('All users'), card ?? counted].join(', '),
    lines: introduction(report),
    parts: [
      ...overviewParts(report),
      ...(card === undefined && !report.sharePoint ? [cardRows(report)] : []),
      ...engagementParts(report, (key) => linkName(key, undefined)),
      ...timingParts(report),
      ...deviceParts(report),
      ...geographicParts(report),
    ],
  }
}

function cardRows({ cards, counted }: AccountReport): PdfPart {
  return {
    title: t('Cards'),
    note:
      cards.length < counted
        ? t('Top {count} by views.', { count: formatExact(cards.length) })
        : undefined,
    table: {
      head: [t('Card'), t('Link'), ...kinds.map((kind) => kindNames[kind])],
      rows: cards.map((card) => [
        card.name ?? card.slug,
        `/view/${card.slug}`,
        ...kinds.map((kind) => formatExact(card[kind])),
      ]),
      textColumns: 2,
    },
  }
}

/** Returns the lines below the title: period, share point, time zone and time of creation. */
function introduction({ window, zone, sharePoint }: Figures, now = new Date()): string[] {
  const made = now.toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone.name,
  })
  return [
    t('Period: {period}', {
      period: window ? period(window.from, window.until) : t('no events yet'),
    }),
    ...(sharePoint
      ? [t('Share point: {label} ({code})', { label: sharePoint.label, code: sharePoint.code })]
      : []),
    t('Time zone: {name}', { name: zone.name }),
    t('Created: {time}', { time: made }),
  ]
}
