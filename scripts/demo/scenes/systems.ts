/** Machines and what runs between them, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  glow,
  gradient,
  group,
  lighter,
  line,
  mix,
  path,
  rect,
  softEllipse,
  times,
} from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { randomFrom } from '../random.ts'

const rising = 'M80 680C360 680 420 140 1120 140'
const falling = 'M80 140C300 160 380 660 640 640S940 200 1120 420'
const rolling = 'M80 420C240 200 400 200 560 420S900 700 1120 620'

export const systems = {
  graph: (p: Palette) => {
    const nodes: [number, number, number][] = [
      [600, 400, 54],
      [340, 240, 36],
      [300, 520, 36],
      [600, 180, 30],
      [860, 250, 40],
      [920, 520, 34],
      [620, 620, 32],
      [150, 380, 24],
      [1060, 390, 24],
      [440, 680, 22],
      [780, 130, 20],
      [200, 160, 20],
    ]
    const edges = [
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 4],
      [0, 5],
      [0, 6],
      [1, 7],
      [2, 7],
      [1, 3],
      [4, 8],
      [5, 8],
      [6, 2],
      [6, 9],
      [3, 10],
      [1, 11],
      [4, 10],
      [5, 6],
    ]
    const at = (i = 0) => nodes[i] ?? [0, 0, 0]
    return (
      `<defs>${glow('night', [p.mid, p.deep, p.ink])}${blur('soft', 16)}</defs>` +
      rect([0, 0, 1200, 800], 'url(#night)') +
      times(30 * 20, (i) =>
        circle([20 + (i % 30) * 40, 20 + Math.floor(i / 30) * 40, 1.6], p.soft, 'opacity=".25"'),
      ) +
      edges
        .map(([a, b], i) =>
          line(
            `M${at(a)[0]} ${at(a)[1]}L${at(b)[0]} ${at(b)[1]}`,
            i % 3 ? p.soft : p.accent,
            i % 3 ? 3 : 5,
            'opacity=".8"',
          ),
        )
        .join('') +
      edges
        .map(([a, b]) =>
          circle([at(a)[0] * 0.4 + at(b)[0] * 0.6, at(a)[1] * 0.4 + at(b)[1] * 0.6, 6], p.paper),
        )
        .join('') +
      nodes
        .map(
          ([x, y, r], i) =>
            softEllipse([x, y, r * 1.5, r * 1.5], 0.35, i % 3 ? p.second : p.accent) +
            circle([x, y, r], p.deep, `stroke="${i % 3 ? p.second : p.accent}" stroke-width="6"`) +
            rect([x - r * 0.45, y - r * 0.3, r * 0.9, r * 0.16], p.paper, 'rx="3"') +
            rect([x - r * 0.45, y + r * 0.08, r * 0.6, r * 0.16], p.soft, 'rx="3"'),
        )
        .join('')
    )
  },

  racks: (p: Palette) => {
    const random = randomFrom('racks')
    return (
      `<defs>${gradient('hall', [p.deep, p.ink])}${blur('soft', 18)}</defs>` +
      rect([0, 0, 1200, 800], 'url(#hall)') +
      path('M420 0h360l-60 190H480Z', mix(p.deep, p.mid, 0.6)) +
      path('M480 620h240l320 180H160Z', mix(p.deep, p.mid, 0.5)) +
      path('M590 620h20l60 180H530Z', p.accent, 'opacity=".5"') +
      rect([480, 180, 240, 440], p.ink) +
      rect([560, 230, 80, 390], p.accent, 'opacity=".18"') +
      line('M560 620V230h80v390', p.accent, 4) +
      times(3, (i) => side(i, p, random)) +
      group(
        'transform="translate(1200 0) scale(-1 1)"',
        times(3, (i) => side(i, p, random)),
      ) +
      times(5, (i) =>
        line(
          `M${500 - i * 70} ${i * 34 - 20}H${700 + i * 70}`,
          lighter(p.accent, 0.5),
          5 + i * 2,
          'opacity=".55"',
        ),
      )
    )
  },

  keyframes: (p: Palette) =>
    `<defs>${gradient('bg', [p.deep, p.ink], 60)}${blur('soft', 12)}</defs>` +
    rect([0, 0, 1200, 800], 'url(#bg)') +
    times(24, (i) => rect([i * 50, 0, 1, 800], p.soft, 'opacity=".14"')) +
    times(16, (i) => rect([0, i * 50, 1200, 1], p.soft, 'opacity=".14"')) +
    group(
      'opacity=".4" filter="url(#soft)"',
      line(rising, p.accent, 16) + line(falling, p.second, 16) + line(rolling, p.soft, 16),
    ) +
    line(rising, p.accent, 7) +
    line(falling, p.second, 7) +
    line(rolling, p.soft, 7) +
    [
      [80, 680, p.accent],
      [1120, 140, p.accent],
      [80, 140, p.second],
      [640, 640, p.second],
      [1120, 420, p.second],
      [80, 420, p.soft],
      [560, 420, p.soft],
      [1120, 620, p.soft],
    ]
      .map(([x, y, color]) =>
        rect(
          [Number(x) - 14, Number(y) - 14, 28, 28],
          String(color),
          `transform="rotate(45 ${x} ${y})"`,
        ),
      )
      .join('') +
    line('M80 680H360M1120 140H780M640 640h180M640 640H460', p.paper, 3) +
    times(4, (i) =>
      circle([[360, 780, 820, 460][i] ?? 0, [680, 140, 640, 640][i] ?? 0, 10], p.paper),
    ),
}

function side(i: number, p: Palette, random: () => number): string {
  const [x, near, far] = [i * 160, 40 + i * 46, 40 + (i + 1) * 46]
  const base = path(
    `M${x} ${near}L${x + 150} ${far}V${740 - far * 0.8}L${x} ${800 - near * 0.4}Z`,
    mix(p.ink, p.mid, 0.35 + i * 0.12),
  )
  return (
    base +
    times(12, (row) => {
      const y = near + 40 + row * (53 - i * 5)
      return (
        path(
          `M${x + 14} ${y}l122 ${30 - row * 4.5}v20l-122 ${2 - row * 0.2}Z`,
          p.ink,
          'opacity=".7"',
        ) +
        times(3, (n) =>
          circle(
            [x + 30 + n * 17, y + 14 + (7 - row) * n * 0.5, 3.6],
            random() < 0.7 ? p.accent : random() < 0.5 ? p.second : '#f3b15f',
          ),
        )
      )
    })
  )
}
