import type { AccountReport } from '../../../../../schema/account-report.ts'
import { exact } from '../../../../ui/charts/numbers.ts'
import { kindNames } from '../../../../ui/charts/palette.ts'
import { linkName } from '../../link-name.ts'
import type { PdfContent, PdfPart } from './content.ts'
import {
  deviceParts,
  engagementParts,
  geographicParts,
  overviewParts,
  timingParts,
} from './figure-parts.ts'
import { introduction } from './introduction.ts'

const kinds = ['views', 'clicks', 'saves', 'submissions'] as const

/** All of an account's report; `card` when it is narrowed to one. */
export function accountContent(report: AccountReport, card: string | undefined): PdfContent {
  const counted = `${exact(report.counted)} ${report.counted === 1 ? 'card' : 'cards'}`
  return {
    title: 'Advanced Analytics',
    name: [report.owner ?? 'The whole installation', card ?? counted].join(', '),
    lines: introduction(report),
    parts: [
      ...overviewParts(report),
      ...(card === undefined ? [cardRows(report)] : []),
      ...engagementParts(report, (key) => linkName(key, undefined)),
      ...timingParts(report),
      ...deviceParts(report),
      ...geographicParts(report),
    ],
  }
}

function cardRows({ cards, counted }: AccountReport): PdfPart {
  return {
    title: 'Cards',
    note: cards.length < counted ? `The ${exact(cards.length)} with the most views.` : undefined,
    table: {
      head: ['Card', 'Address', ...kinds.map((kind) => kindNames[kind])],
      rows: cards.map((card) => [
        card.name ?? card.slug,
        `/view/${card.slug}`,
        ...kinds.map((kind) => exact(card[kind])),
      ]),
      words: 2,
    },
  }
}
