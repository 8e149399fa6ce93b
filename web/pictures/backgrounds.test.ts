import { expect, test } from 'vitest'
import { contrastOf } from '../../schema/luminance.ts'
import { plainQr } from '../../schema/share-points/share-point.ts'
import type { PageItem, PrintedCard } from '../print/page.ts'
import { qrPicture } from '../qr/qr-picture.ts'
import { backgrounds } from './backgrounds.ts'

const url = 'https://cards.example.com/s/K7QX2M'
const card: PrintedCard = {
  name: 'Ada Lovelace',
  title: 'Engineer of analytical machines',
  company: 'Analytical Engines',
  link: 'cards.example.com/s/K7QX2M',
  logo: undefined,
  code: qrPicture(url, { ...plainQr, frame: 'Scan me' }, undefined),
}
const plain = {
  ...{ paper: '#fff', behind: '#f1f0ec', line: '#ddd', ink: '#141413', muted: '#5d5c58' },
  ...{ accent: '#141413', strong: '#141413', ring: '#141413', plate: 'transparent' },
  ...{ head: 'serif', body: 'sans-serif', weight: '700' },
}

test('name and code of a meeting background are beside the head, above the shoulders, and inside a 4:3 tile', () => {
  for (const side of ['left', 'right'] as const) {
    const { items } = backgrounds[0].layout(card, plain, side)
    const boxes = items.map(boxOf).filter(({ width }) => width < 1920)
    expect(boxes.length).toBeGreaterThan(3)
    for (const { left, right, bottom } of boxes) {
      expect(left).toBeGreaterThanOrEqual(240)
      expect(right).toBeLessThanOrEqual(1680)
      expect(right <= 680 || left >= 1240).toBe(true)
      expect(bottom).toBeLessThan(0.6 * 1080)
    }
    const code = items.find(({ kind }) => kind === 'code')
    expect(code && boxOf(code).left < 960).toBe(side === 'left')
  }
})

test('a lock screen leaves the clock above and the buttons below free', () => {
  for (const { layout } of backgrounds.slice(1)) {
    const { height, items } = layout(card, plain, 'right')
    for (const box of items.map(boxOf).filter((each) => each.height < height)) {
      expect(box.top).toBeGreaterThan(0.3 * height)
      expect(box.bottom).toBeLessThan(0.88 * height)
    }
  }
})

test('texts without enough contrast are black or white', () => {
  const faint = { ...plain, ink: '#dddddd', muted: 'var(--none)' }
  const dark = { ...plain, behind: '#05080b', ink: '#222222', muted: '#333' }
  for (const palette of [plain, faint, dark])
    for (const { layout } of backgrounds)
      for (const item of layout(card, palette, 'left').items)
        if (item.kind === 'text')
          expect(contrastOf(item.color, item.ground)).toBeGreaterThanOrEqual(4.5)
})

function boxOf(item: PageItem) {
  if (item.kind === 'mark' || item.kind === 'turned') throw new Error('Not in a picture')
  const drawing = item.kind === 'code' ? item.code.drawing : undefined
  const height = item.kind === 'code' && drawing ? (item.width * drawing.height) / drawing.width : 0
  const box = { height, ...item }
  return {
    ...{ left: box.x, right: box.x + box.width, width: box.width },
    ...{ top: box.y, bottom: box.y + box.height, height: box.height },
  }
}
