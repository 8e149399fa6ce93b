/** Company marks of the demo cards: a shape, and beside it a word when there is room. */
import { circle, drawing, group, line, path, rect } from './draw.ts'

/** A square mark, or a word 5 wide and 2 high; transparent around. */
export function logo({ shape, word, color }: Logo): string {
  return word ? wordmark(word, color) : drawing(100, 100, shapes[shape](color))
}

export type Logo = { shape: LogoShape; word?: string; color: string }

// Letters are strokes, because not every machine that draws them has fonts.
const letters: Record<string, [string, number]> = {
  L: ['M0 0V28H14', 14],
  O: ['M11 0C18 0 22 6 22 14S18 28 11 28 0 22 0 14 4 0 11 0Z', 22],
  U: ['M0 0V18C0 24 4 28 10 28S20 24 20 18V0', 20],
  D: ['M0 0V28H6C15 28 20 22 20 14S15 0 6 0Z', 20],
  M: ['M0 28V0L11 18 22 0V28', 22],
  E: ['M16 0H0V28H16M0 14H13', 16],
  N: ['M0 28V0L18 28V0', 18],
}

function wordmark(word: string, color: string): string {
  let x = 0
  const drawn = [...word].map((letter) => {
    const [d, width] = letters[letter] ?? ['', 0]
    x += width + 12
    return group(`transform="translate(${x - width - 12} 0)"`, line(d, color, 7))
  })
  const scale = 226 / (x - 12 + 7)
  return drawing(
    250,
    100,
    group(
      `transform="translate(12 ${50 - 14 * scale}) scale(${scale}) translate(3.5 0)"`,
      drawn.join(''),
    ),
  )
}

const shapes = {
  house: (c: string) => path('M10 90V40L42 14v76ZM54 90V30l36 22v38Z', c),
  loop: (c: string) =>
    line('M34 70a20 20 0 1 1 0-40c22 0 10 40 32 40a20 20 0 1 0 0-40c-9 0-14 6-18 13', c, 12),
  leaf: (c: string) =>
    path('M50 90C20 74 12 44 20 12c36 2 62 20 60 48C79 80 66 90 50 90Z', c) +
    line('M34 32c4 22 12 40 26 56', '#ffffff', 5),
  crest: (c: string) =>
    path('M14 12h72v40c0 22-18 34-36 40C32 86 14 74 14 52Z', c) +
    path('M26 34c10-4 18-2 24 3 6-5 14-7 24-3v24c-10-4-18-2-24 3-6-5-14-7-24-3Z', '#ffffff'),
  wave: (c: string) =>
    circle([50, 50, 42], c) +
    line('M20 46c10-12 20-12 30 0s20 12 30 0M20 64c10-12 20-12 30 0s20 12 30 0', '#ffffff', 6),
  petal: (c: string) =>
    [0, 72, 144, 216, 288]
      .map(
        (turn) =>
          `<ellipse cx="50" cy="27" rx="14" ry="22" fill="${c}" fill-opacity=".82" transform="rotate(${turn} 50 50)"/>`,
      )
      .join(''),
  pillars: (c: string) =>
    path('M50 10 92 32v8H8v-8ZM8 82h84v10H8Z', c) +
    rect([18, 46, 12, 30], c) +
    rect([44, 46, 12, 30], c) +
    rect([70, 46, 12, 30], c),
  loud: (c: string) =>
    rect([10, 38, 14, 24], c) +
    rect([30, 24, 14, 52], c) +
    rect([50, 10, 14, 80], c) +
    rect([70, 30, 14, 40], c),
  lattice: (c: string) =>
    line('M50 10 86 30v40L50 90 14 70V30ZM50 10v80M14 30l72 40M86 30 14 70', c, 7),
  sunrise: (c: string) =>
    path('M14 64a36 36 0 0 1 72 0Z', c) + rect([6, 72, 88, 9], c) + rect([26, 87, 48, 7], c),
  bowl: (c: string) =>
    path('M8 40h84c0 26-14 40-28 44v8H36v-8C22 80 8 66 8 40Z', c) +
    line('M38 26c-6-8 6-10 0-18M60 26c-6-8 6-10 0-18', c, 6),
  lens: (c: string) =>
    line(
      'M50 12a38 38 0 1 1 0 76 38 38 0 0 1 0-76ZM31 17l38 22M88 46 55 74M69 83 69 39M12 54l33-28M31 17v44l38 22',
      c,
      6,
    ),
}

type LogoShape = keyof typeof shapes
