/** Hair and head coverings of the portraits: what lies behind the head, and what lies in front, on a 200 grid. */
import { circle, darker, ellipse, lighter, line, path, times } from './draw.ts'

export type Hair = { style: HairStyle; color: string }

/** What stands behind the head. */
export function hairBehind({ style, color }: Hair): string {
  return behind[style]?.(color) ?? ''
}

/** What falls over the forehead. */
export function hairInFront({ style, color }: Hair): string {
  return inFront[style](color)
}

const behind: Partial<Record<HairStyle, (color: string) => string>> = {
  bun: (c) => circle([106, 25, 18], c) + circle([101, 21, 9], lighter(c, 0.1)),
  bob: (c) =>
    path(
      'M57 96C52 52 72 33 100 33s50 19 44 64c-1 16 2 26 4 36-16 8-80 8-96 0 3-12 6-22 5-37Z',
      darker(c, 0.18),
    ),
  long: (c) =>
    path(
      'M54 100c-4-46 16-68 46-68s50 22 46 68c-2 34 10 52 12 76-30 12-88 12-116 0 2-26 14-40 12-76Z',
      darker(c, 0.2),
    ),
  curls: (c) =>
    times(15, (i) => {
      const turn = Math.PI * (0.82 + (i / 14) * 1.36)
      return circle(
        [100 + Math.cos(turn) * 44, 82 + Math.sin(turn) * 44, 15],
        darker(c, (i % 3) * 0.06),
      )
    }) + ellipse([100, 72, 46, 42], c),
  afro: (c) =>
    ellipse([100, 74, 62, 58], c) +
    times(22, (i) => {
      const turn = (i / 22) * Math.PI * 2
      return circle([100 + Math.cos(turn) * 56, 74 + Math.sin(turn) * 51, 11], c)
    }),
  hijab: (c) =>
    path(
      'M50 96c0-42 20-66 50-66s50 24 50 66c0 36 8 54 16 74H34c8-20 16-38 16-74Z',
      darker(c, 0.14),
    ),
  ponytail: (c) =>
    path('M126 48c26 2 36 26 32 52-2 20-12 34-22 38 4-24 6-56-14-74Z', darker(c, 0.2)),
  wrap: (c) => path('M112 30c14-20 40-10 34 8-4 12-20 16-32 10Z', darker(c, 0.16)),
}

const inFront = {
  bun: (c: string) =>
    path('M64 92c-5-38 10-57 36-57s41 19 36 57c-3-16-9-27-19-33-16 5-42 2-53 33Z', c) +
    line('M72 62c10-14 24-19 38-16', lighter(c, 0.16), 1.6, 'opacity=".7"'),
  bob: (c: string) =>
    path(
      'M62 112c-8-48 6-74 38-74s46 26 38 74c-4-24-12-38-24-47-8 10-34 12-44 18-5 8-7 18-8 29Z',
      c,
    ) + line('M74 66c8-13 20-18 33-17', lighter(c, 0.2), 1.8, 'opacity=".6"'),
  long: (c: string) =>
    path('M60 118c-8-54 10-80 40-80s48 26 40 80c-3-28-14-48-36-56-16 8-40 26-44 56Z', c) +
    line('M78 62c8-11 17-15 27-15', lighter(c, 0.2), 1.8, 'opacity=".6"'),
  curls: (c: string) =>
    times(7, (i) =>
      circle(
        [68 + i * 10.6, 55 - Math.sin((i / 6) * Math.PI) * 9, 11],
        i % 2 ? c : lighter(c, 0.06),
      ),
    ),
  afro: (c: string) =>
    path('M64 84c0-30 14-44 36-44s36 14 36 44c-4-16-14-25-36-25s-32 9-36 25Z', c),
  crop: (c: string) =>
    path('M65 86c-3-32 8-48 35-48s38 16 35 48c-2-10-4-17-8-22-16-4-38-4-54 0-4 5-6 12-8 22Z', c) +
    line('M76 52c12-8 30-9 46-2', lighter(c, 0.14), 1.6, 'opacity=".6"'),
  quiff: (c: string) =>
    path(
      'M65 88c-5-24-2-38 8-46 6-12 42-16 56-2 10 9 10 26 6 48-3-12-5-18-9-24-18 2-36-2-46-10-4 10-11 18-15 34Z',
      c,
    ) + line('M80 48c14-8 30-8 42 2', lighter(c, 0.18), 1.8, 'opacity=".6"'),
  side: (c: string) =>
    path(
      'M65 86c-4-34 12-50 38-50 24 0 36 16 32 50-2-12-5-20-10-26-20 0-36-4-44-12-2 12-12 20-16 38Z',
      c,
    ) + line('M84 48c12 8 26 12 40 12', darker(c, 0.2), 1.4, 'opacity=".6"'),
  silver: (c: string) =>
    path(
      'M65 92c-5-36 9-54 36-54 25 0 38 18 34 54-2-11-4-18-6-24-3-6-9-10-15-11-14 3-30 3-42-2-2 12-5 24-7 37Z',
      c,
    ) + line('M78 50c12-6 28-6 42 2M72 60c2-4 4-6 7-8', lighter(c, 0.4), 1.6, 'opacity=".7"'),
  fade: (c: string) =>
    path('M68 78c0-26 12-38 32-38s32 12 32 38c-2-9-6-14-10-17-14-3-30-3-44 0-4 3-8 8-10 17Z', c) +
    path(
      'M65.500 92c-1-8 0-14 3-18l2-6c-2 8-3 16-3 24ZM134.500 92c1-8 0-14-3-18l-2-6c2 8 3 16 3 24Z',
      c,
      'opacity=".45"',
    ),
  ponytail: (c: string) =>
    path('M64 90c-4-36 10-54 36-54s40 18 36 54c-3-16-8-26-16-33-18 4-46 4-56 33Z', c) +
    line('M76 58c12-12 26-15 42-9', lighter(c, 0.18), 1.8, 'opacity=".6"'),
  hijab: (c: string) =>
    path(
      'M58 92c0-36 16-56 42-56s42 20 42 56c0 32 6 44 14 58-12 20-34 28-56 28s-44-8-56-28c8-14 14-26 14-58Zm12-2c0 30 12 47 30 47s30-17 30-47c0-24-12-38-30-38S70 66 70 90Z',
      c,
      'fill-rule="evenodd"',
    ) +
    line('M62 130c18 20 52 24 80 8M70 148c20 12 44 12 62 2', darker(c, 0.16), 2, 'opacity=".8"') +
    line('M76 56c6-8 14-12 24-13', lighter(c, 0.3), 2, 'opacity=".7"'),
  wrap: (c: string) =>
    path('M60 82c-8-34 10-56 40-56s48 22 40 56c-4-14-18-23-40-23s-36 9-40 23Z', c) +
    line(
      'M66 58c20-14 46-16 68-4M62 72c22-16 54-18 76-4M84 34c14-5 28-3 40 5',
      darker(c, 0.18),
      2,
      'opacity=".7"',
    ) +
    line('M80 44c8-6 16-8 26-8', lighter(c, 0.3), 2, 'opacity=".6"'),
}

type HairStyle = keyof typeof inFront
