import { t } from '../messages/t.ts'
import { type Box, linesOf, type PageItem, type PrintedCard, type PrintPage } from './page.ts'
import { badgeSheets, type Paper, stickerSheets, stickersPerPage, tableTent } from './sheets.ts'

/** As print shops require, in millimeters. */
const bleed = 3
const markLength = 5
const padding = 6

/** Returns the pages for these cards. A single card fills its sheet. */
type Pages = (cards: PrintedCard[]) => PrintPage[]

/** The products that can be printed. */
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

const margin = bleed + markLength + 2

/** Returns front and back as two pages with bleed and crop marks. */
function businessCard(card: PrintedCard, size: { width: number; height: number }): PrintPage[] {
  const trim = { x: margin, y: margin, ...size }
  const page = {
    width: size.width + 2 * margin,
    height: size.height + 2 * margin,
    trim,
    bleed,
  }
  const marks = cropMarks(trim)
  return [
    { ...page, items: [...front(card, trim), ...marks] },
    { ...page, items: [...back(card, trim), ...marks] },
  ]
}

function front(card: PrintedCard, trim: Box): PageItem[] {
  const { dark, light } = card.code.style
  const edge = 4
  const left = trim.x + edge + padding
  const logoSide = 14
  const text = {
    x: left,
    y: trim.y + (card.logo ? padding + logoSide + 2 : padding),
    width: trim.width - edge - 2 * padding,
    height: trim.height - 2 * padding - (card.logo ? logoSide + 2 : 0),
  }
  return [
    { kind: 'rectangle', ...grown(trim), color: light },
    {
      kind: 'rectangle',
      x: trim.x - bleed,
      y: trim.y - bleed,
      width: edge + bleed,
      height: trim.height + 2 * bleed,
      color: dark,
    },
    ...(card.logo
      ? [
          {
            kind: 'image' as const,
            image: card.logo,
            x: left,
            y: trim.y + padding,
            width: logoSide,
            height: logoSide,
          },
        ]
      : []),
    { kind: 'text', ...text, lines: linesOf(card, 6), color: dark, ground: light, align: 'left' },
  ]
}

function back({ code, link }: PrintedCard, trim: Box): PageItem[] {
  const { dark, light } = code.style
  const side = trim.height - 2 * padding - 7
  const { drawing } = code
  const width = (side * drawing.width) / Math.max(drawing.width, drawing.height)
  const x = trim.x + (trim.width - width) / 2
  return [
    { kind: 'rectangle', ...grown(trim), color: dark },
    { kind: 'code', code, x, y: trim.y + padding, width },
    {
      kind: 'text',
      x: trim.x + padding,
      y: trim.y + padding + side + 2,
      width: trim.width - 2 * padding,
      height: 5,
      lines: [{ text: link, size: 2.8 }],
      color: light,
      ground: dark,
      align: 'center',
    },
  ]
}

function grown({ x, y, width, height }: Box): Box {
  return { x: x - bleed, y: y - bleed, width: width + 2 * bleed, height: height + 2 * bleed }
}

/** Returns two hairlines at each corner, outside the bleed. */
function cropMarks({ x, y, width, height }: Box): PageItem[] {
  const [right, bottom] = [x + width, y + height]
  const far = bleed + markLength
  return [x, right]
    .flatMap((cut) =>
      [
        [y - far, y - bleed],
        [bottom + bleed, bottom + far],
      ].map(([from = 0, to = 0]): PageItem => ({ kind: 'mark', from: [cut, from], to: [cut, to] })),
    )
    .concat(
      [y, bottom].flatMap((cut) =>
        [
          [x - far, x - bleed],
          [right + bleed, right + far],
        ].map(
          ([from = 0, to = 0]): PageItem => ({ kind: 'mark', from: [from, cut], to: [to, cut] }),
        ),
      ),
    )
}
