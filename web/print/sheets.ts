import { type Box, linesOf, type PageItem, type PrintedCard, type PrintPage } from './page.ts'

/** In millimeters. */
const paperSizes = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
} as const
export type Paper = keyof typeof paperSizes

type Grid = { columns: number; rows: number; width: number; height: number; gap: number }

/** Name badges by paper and number per page, in the sizes of common label sheets. */
const badgeGrids: Record<Paper, Record<8 | 10, Grid>> = {
  a4: {
    8: { columns: 2, rows: 4, width: 90, height: 65, gap: 0 },
    10: { columns: 2, rows: 5, width: 85, height: 54, gap: 0 },
  },
  letter: {
    8: { columns: 2, rows: 4, width: 85.725, height: 59.267, gap: 0 },
    10: { columns: 2, rows: 5, width: 88.9, height: 50.8, gap: 0 },
  },
}

const stickerGrid: Grid = { columns: 3, rows: 5, width: 48, height: 50, gap: 4 }
export const stickersPerPage = stickerGrid.columns * stickerGrid.rows

/** Returns pages with a badge for each card. */
export function badgeSheets(cards: PrintedCard[], paper: Paper, perPage: 8 | 10): PrintPage[] {
  return sheets(cards, { paper, grid: badgeGrids[paper][perPage], draw: badge })
}

/** Returns pages with a sticker for each card. */
export function stickerSheets(cards: PrintedCard[], paper: Paper): PrintPage[] {
  return sheets(cards, { paper, grid: stickerGrid, draw: sticker })
}

/** Returns a page to fold in the middle; its upper half is upside down. */
export function tableTent(card: PrintedCard, paper: Paper): PrintPage {
  const { width, height } = paperSizes[paper]
  const face = tentFace(card, { x: 0, y: height / 2, width, height: height / 2 })
  const fold = height / 2
  return {
    width,
    height,
    items: [
      { kind: 'turned', items: face },
      ...face,
      { kind: 'mark', from: [0, fold], to: [6, fold] },
      { kind: 'mark', from: [width - 6, fold], to: [width, fold] },
    ],
  }
}

type Sheet = { paper: Paper; grid: Grid; draw: (card: PrintedCard, box: Box) => PageItem[] }

function sheets(cards: PrintedCard[], { paper, grid, draw }: Sheet): PrintPage[] {
  const boxes = boxesOf(paperSizes[paper], grid)
  const pages = Math.ceil(cards.length / boxes.length)
  return Array.from({ length: pages }, (_, page) => ({
    ...paperSizes[paper],
    items: [
      ...boxes.flatMap((box, at) => {
        const card = cards[page * boxes.length + at]
        return card ? draw(card, box) : []
      }),
      ...cutMarks(paperSizes[paper], boxes),
    ],
  }))
}

/** Returns the boxes of a grid that is centered on the page. */
function boxesOf(page: { width: number; height: number }, grid: Grid): Box[] {
  const { columns, rows, width, height, gap } = grid
  const left = (page.width - columns * width - (columns - 1) * gap) / 2
  const top = (page.height - rows * height - (rows - 1) * gap) / 2
  return Array.from({ length: columns * rows }, (_, at) => ({
    x: left + (at % columns) * (width + gap),
    y: top + Math.floor(at / columns) * (height + gap),
    width,
    height,
  }))
}

/** Returns hairlines in the margins that show where to cut. */
function cutMarks(page: { width: number; height: number }, boxes: Box[]): PageItem[] {
  const across = new Set(boxes.flatMap(({ x, width }) => [x, x + width]))
  const down = new Set(boxes.flatMap(({ y, height }) => [y, y + height]))
  const length = 4
  return [
    ...[...across].flatMap((x): PageItem[] => [
      { kind: 'mark', from: [x, 2], to: [x, 2 + length] },
      { kind: 'mark', from: [x, page.height - 2 - length], to: [x, page.height - 2] },
    ]),
    ...[...down].flatMap((y): PageItem[] => [
      { kind: 'mark', from: [2, y], to: [2 + length, y] },
      { kind: 'mark', from: [page.width - 2 - length, y], to: [page.width - 2, y] },
    ]),
  ]
}

const padding = 5

function badge(card: PrintedCard, box: Box): PageItem[] {
  const { dark, light } = card.code.style
  const code = fitted(card.code.drawing, {
    width: box.width * 0.42,
    height: box.height - 2 * padding,
  })
  const left = box.x + padding
  const textLeft = left + code.width + padding
  const logoSide = card.logo ? 12 : 0
  return [
    { kind: 'rectangle', ...box, color: light },
    {
      kind: 'code',
      code: card.code,
      x: left,
      y: box.y + (box.height - code.height) / 2,
      width: code.width,
    },
    ...(card.logo
      ? [
          {
            kind: 'image' as const,
            image: card.logo,
            x: textLeft,
            y: box.y + padding,
            width: logoSide,
            height: logoSide,
          },
        ]
      : []),
    {
      kind: 'text',
      x: textLeft,
      y: box.y + padding + logoSide,
      width: box.x + box.width - padding - textLeft,
      height: box.height - 2 * padding - logoSide,
      lines: linesOf(card, 6.5),
      color: dark,
      ground: light,
      align: 'left',
    },
  ]
}

function sticker(card: PrintedCard, box: Box): PageItem[] {
  const { dark, light } = card.code.style
  const line = 5
  const code = fitted(card.code.drawing, { width: box.width - 4, height: box.height - line - 3 })
  return [
    { kind: 'rectangle', ...box, color: light },
    {
      kind: 'code',
      code: card.code,
      x: box.x + (box.width - code.width) / 2,
      y: box.y + 1,
      width: code.width,
    },
    {
      kind: 'text',
      x: box.x + 2,
      y: box.y + box.height - line - 1,
      width: box.width - 4,
      height: line,
      lines: [{ text: card.name, size: 3.2, bold: true }],
      color: dark,
      ground: light,
      align: 'center',
    },
  ]
}

function tentFace(card: PrintedCard, box: Box): PageItem[] {
  const { dark, light } = card.code.style
  const code = fitted(card.code.drawing, { width: 90, height: 90 })
  const top = box.y + 14
  return [
    { kind: 'rectangle', ...box, color: light },
    { kind: 'code', code: card.code, x: (box.width - code.width) / 2, y: top, width: code.width },
    {
      kind: 'text',
      x: 20,
      y: top + code.height + 3,
      width: box.width - 40,
      height: box.y + box.height - top - code.height - 11,
      lines: linesOf(card, 9),
      color: dark,
      ground: light,
      align: 'center',
    },
  ]
}

/** Scales a drawing to fit these limits. */
function fitted(
  drawing: { width: number; height: number },
  most: { width: number; height: number },
) {
  const scale = Math.min(most.width / drawing.width, most.height / drawing.height)
  return { width: drawing.width * scale, height: drawing.height * scale }
}
