import { t } from '../messages/t.ts'
import { businessCard } from './business-card.ts'
import type { PrintedCard, PrintPage } from './page.ts'
import { badgeSheets, type Paper, stickerSheets, stickersPerPage, tableTent } from './sheets.ts'

/** The pages for these cards; a sheet is filled with a single card. */
type Pages = (cards: PrintedCard[]) => PrintPage[]

/** What can be printed. */
export const printProducts = [
  {
    kind: 'other',
    value: 'card',
    label: t('Business card, 85 × 55 mm'),
    pages: cardsOf({ width: 85, height: 55 }),
  },
  {
    kind: 'other',
    value: 'card-us',
    label: t('Business card, 3.5 × 2 in'),
    pages: cardsOf({ width: 88.9, height: 50.8 }),
  },
  {
    kind: 'badges',
    value: 'badges-a4-8',
    label: t('Badges, A4, 8 on a page'),
    pages: badgesOf('a4', 8),
  },
  {
    kind: 'badges',
    value: 'badges-a4-10',
    label: t('Badges, A4, 10 on a page'),
    pages: badgesOf('a4', 10),
  },
  {
    kind: 'badges',
    value: 'badges-letter-8',
    label: t('Badges, Letter, 8 on a page'),
    pages: badgesOf('letter', 8),
  },
  {
    kind: 'badges',
    value: 'badges-letter-10',
    label: t('Badges, Letter, 10 on a page'),
    pages: badgesOf('letter', 10),
  },
  { kind: 'other', value: 'stickers-a4', label: t('Stickers, A4'), pages: stickersOf('a4') },
  {
    kind: 'other',
    value: 'stickers-letter',
    label: t('Stickers, Letter'),
    pages: stickersOf('letter'),
  },
  { kind: 'other', value: 'tent-a4', label: t('Table tent, A4'), pages: tentsOf('a4') },
  { kind: 'other', value: 'tent-letter', label: t('Table tent, Letter'), pages: tentsOf('letter') },
] as const satisfies { kind: string; value: string; label: string; pages: Pages }[]
export type PrintProduct = (typeof printProducts)[number]

function cardsOf(size: { width: number; height: number }): Pages {
  return (cards) => cards.flatMap((card) => businessCard(card, size))
}

function badgesOf(paper: Paper, perPage: 8 | 10): Pages {
  return (cards) => badgeSheets(repeated(cards, perPage), paper, perPage)
}

function stickersOf(paper: Paper): Pages {
  return (cards) => stickerSheets(repeated(cards, stickersPerPage), paper)
}

function tentsOf(paper: Paper): Pages {
  return (cards) => cards.map((card) => tableTent(card, paper))
}

function repeated(cards: PrintedCard[], count: number): PrintedCard[] {
  const [only] = cards
  return only && cards.length === 1 ? Array.from({ length: count }, () => only) : cards
}
