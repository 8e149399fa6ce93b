/** Clothes of the portraits, on a 200 grid; they start where the neck ends. */
import { circle, darker, ellipse, lighter, line, path, times } from './draw.ts'

export type Clothes = { style: ClothesStyle; color: string; second: string }

export function clothes({ style, color, second }: Clothes): string {
  return path(shoulders, 'url(#cloth)') + styles[style](color, second) + folds
}

const shoulders = 'M10 206c3-34 28-46 70-53 8 10 32 10 40 0 42 7 67 19 70 53Z'
const folds = line('M46 206c0-12 2-20 6-28M154 206c0-12-2-20-6-28', '#000000', 2, 'opacity=".16"')

const styles = {
  crew: (c: string, _: string) => line('M78 154c7 13 37 13 44 0', lighter(c, 0.16), 4.5),
  roll: (c: string, _: string) =>
    path('M80 138c10 7 30 7 40 0l3 19c-12 9-34 9-46 0Z', lighter(c, 0.12)) +
    line('M82 146c10 6 26 6 36 0M80 152c12 7 28 7 40 0', darker(c, 0.18), 1.4),
  blazer: (c: string, s: string) =>
    path('M82 152l18 54h-4L70 156ZM118 152l-18 54h4l26-50Z', darker(c, 0.2)) +
    path('M82 151c8 9 28 9 36 0l-18 55Z', s) +
    path('M82 151 66 157l8 22 14-8 10 35ZM118 151l16 6-8 22-14-8-10 35Z', lighter(c, 0.09)),
  suit: (c: string, s: string) =>
    path('M80 150c8 10 32 10 40 0l-20 56Z', '#F4F6F9') +
    path('M95 163h10l-2 8 5 35H92l5-35Z', s) +
    path('M80 150 62 157l10 22 12-5 15 32ZM120 150l18 7-10 22-12-5-15 32Z', lighter(c, 0.1)) +
    path('M84 149l16 15-11 9-10-20ZM116 149l-16 15 11 9 10-20Z', '#FFFFFF'),
  shirt: (c: string, s: string) =>
    line('M100 166v40', darker(c, 0.2), 1.6) +
    times(3, (i) => circle([100, 176 + i * 11, 1.7], s)) +
    path('M82 149 100 167 88 176 76 154ZM118 149l-18 18 12 9 12-22Z', lighter(c, 0.2)),
  hoodie: (c: string, s: string) =>
    path('M74 152c2 24 50 24 52 0l8 6c-2 36-66 36-68 0Z', lighter(c, 0.1)) +
    path('M80 152c6 14 34 14 40 0-2 26-38 26-40 0Z', darker(c, 0.3)) +
    line('M91 178v18M109 178v18', s, 2.6),
  coat: (c: string, s: string) =>
    path('M80 150c8 12 32 12 40 0l-20 40Z', s) +
    path('M80 150 64 156l8 28 28 22-8-24ZM120 150l16 6-8 28-28 22 8-24Z', lighter(c, 0.5)) +
    line('M100 186v20', darker(c, 0.12), 1.5),
  wide: (c: string, s: string) =>
    path('M70 154c8 26 52 26 60 0l-8-4c-6 14-38 14-44 0Z', s) +
    line('M40 168c36 20 84 20 120 0M30 184c44 20 96 20 140 0', lighter(c, 0.14), 2, 'opacity=".6"'),
  apron: (c: string, s: string) =>
    line('M78 153c8 14 36 14 44 0', lighter(c, 0.2), 3) +
    path('M72 178h56l4 28H68Z', s) +
    line('M74 178 68 154M126 178l6-24', s, 5),
  beads: (c: string, s: string) =>
    path('M76 153c8 16 40 16 48 0', 'none', `stroke="${lighter(c, 0.2)}" stroke-width="3"`) +
    times(11, (i) => {
      const turn = Math.PI * (0.1 + (i / 10) * 0.8)
      return ellipse([100 + Math.cos(turn) * 29, 152 + Math.sin(turn) * 22, 3.4, 3.4], s)
    }),
}

type ClothesStyle = keyof typeof styles
