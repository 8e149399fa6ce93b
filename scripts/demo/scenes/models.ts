/** The world in models, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  darker,
  ellipse,
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

const spectrum = ['#ff4d4d', '#ff9f3f', '#ffe14d', '#4fd67a', '#3fb9ff', '#4d6bff', '#a65cff']
  .map((color, i) => path(`M690 ${384 + i * 4} 1200 ${290 + i * 46}v46L690 ${388 + i * 4}Z`, color))
  .join('')

export const models = {
  orbits: (p: Palette) => {
    const random = randomFrom('stars')
    const radii = [110, 180, 260, 350, 450]
    const planets: [number, number, string][] = [
      [20, 16, p.second],
      [200, 24, '#e9d8b4'],
      [310, 27, p.mid],
      [120, 20, '#d9613f'],
      [255, 48, p.soft],
    ]
    return (
      `<defs>${glow('space', [p.deep, p.ink, darker(p.ink, 0.4)])}${blur('soft', 24)}${glow('corona', [`${p.accent}99`, `${p.accent}33`, `${p.accent}00`, `${p.accent}00`])}${glow('sun', ['#fff7d6', p.accent, mix(p.accent, p.second, 0.6)])}</defs>` +
      rect([0, 0, 1200, 800], 'url(#space)') +
      times(160, () =>
        circle(
          [random() * 1200, random() * 800, 0.7 + random() * 1.6],
          '#ffffff',
          `opacity="${0.3 + random() * 0.6}"`,
        ),
      ) +
      radii
        .map((r) =>
          ellipse(
            [600, 400, r * 1.22, r * 0.62],
            'none',
            `stroke="${p.soft}" stroke-width="2" opacity=".5" transform="rotate(-14 600 400)"`,
          ),
        )
        .join('') +
      circle([600, 400, 230], 'url(#corona)') +
      circle([600, 400, 58], 'url(#sun)') +
      group(
        'transform="rotate(-14 600 400)"',
        planets
          .map(([turn, size, color], i) => {
            const a = (turn * Math.PI) / 180
            const [x, y] = [
              600 + Math.cos(a) * (radii[i] ?? 0) * 1.22,
              400 + Math.sin(a) * (radii[i] ?? 0) * 0.62,
            ]
            return (
              circle([x, y, size], color) +
              path(
                `M${x} ${y - size}a${size} ${size} 0 0 1 0 ${size * 2}c${size * 0.8}-${size * 0.5} ${size * 0.8}-${size * 1.5} 0-${size * 2}Z`,
                '#000000',
                'opacity=".25"',
              ) +
              (i === 4
                ? ellipse(
                    [x, y, size * 1.8, size * 0.42],
                    'none',
                    `stroke="${p.accent}" stroke-width="8" opacity=".85"`,
                  )
                : '') +
              (i === 2 ? circle([x + 42, y - 20, 8], '#dfe6f2') : '')
            )
          })
          .join(''),
      )
    )
  },

  prism: (p: Palette) =>
    `<defs>${gradient('dark', [mix(p.ink, p.deep, 0.4), p.ink], 30)}${gradient('glass', ['#ffffff66', '#ffffff14', '#ffffff4d'], 30)}${blur('soft', 14)}</defs>` +
    rect([0, 0, 1200, 800], 'url(#dark)') +
    times(30, (i) => rect([i * 40, 0, 1, 800], '#ffffff', 'opacity=".05"')) +
    times(20, (i) => rect([0, i * 40, 1200, 1], '#ffffff', 'opacity=".05"')) +
    path('M0 560 505 392v12L0 586Z', '#ffffff') +
    path('M0 540 505 386v24L0 606Z', '#ffffff', 'opacity=".35" filter="url(#soft)"') +
    group('opacity=".5" filter="url(#soft)"', spectrum) +
    spectrum +
    path('M505 398 690 384v30L505 404Z', '#ffffff', 'opacity=".7"') +
    path('M600 190 790 540H410Z', 'url(#glass)') +
    line('M600 190 790 540H410Z', '#ffffff', 5, 'opacity=".9"') +
    path('M600 190 640 264 500 540H410Z', '#ffffff', 'opacity=".12"') +
    softEllipse([600, 590, 260, 20], 0.4),

  model: (p: Palette) =>
    `<defs>${gradient('wall', [lighter(p.paper, 0.5), p.soft], 50)}${blur('soft', 18)}</defs>` +
    rect([0, 0, 1200, 800], 'url(#wall)') +
    path(
      'M600 780 90 530 600 280 1110 530Z',
      '#000000',
      'opacity=".22" filter="url(#soft)" transform="translate(20 24)"',
    ) +
    iso(600, 520, [15, 15, 0.35], '#c99f6e') +
    iso(600, 300, [2, 7, 2.4], '#e6cfa8') +
    iso(480, 400, [2.2, 2, 1.5], '#e6cfa8') +
    iso(720, 430, [2, 3, 3], '#dcc096') +
    iso(600, 520, [3, 2, 1.2], '#efdcbb') +
    iso(380, 490, [1.6, 3, 2], '#dcc096') +
    iso(840, 520, [1.4, 1.4, 1], '#efdcbb') +
    [
      [540, 560],
      [660, 590],
      [760, 560],
      [470, 610],
      [600, 640],
      [300, 530],
      [900, 470],
    ]
      .map(
        ([x = 0, y = 0]) =>
          ellipse([x + 12, y + 4, 22, 8], '#000000', 'opacity=".2"') +
          line(`M${x} ${y}v-26`, '#6d5236', 4) +
          circle([x, y - 42, 25], p.second) +
          circle([x + 7, y - 38, 17], darker(p.second, 0.12)),
      )
      .join('') +
    line('M880 140h210M880 172h150', p.deep, 6, 'opacity=".5"') +
    circle([1060, 90, 16], p.accent),
}

/** A box seen from above a corner; `x`, `y` is the middle of its base, the size in units of 56 by 56 by 60. */
function iso(x: number, y: number, [w, d, h]: [number, number, number], color: string): string {
  const [ax, ay, bx, by, up] = [w * 28, w * 14, d * 28, d * 14, h * 60]
  const [cx, cy] = [x, y + (ay + by) / 2 + 6]
  const top = `M${cx} ${cy - up}l${-ax} ${-ay} ${bx} ${-by} ${ax} ${ay}Z`
  return (
    path(`M${cx} ${cy}l${-ax} ${-ay}v${-up}l${ax} ${ay}Z`, darker(color, 0.14)) +
    path(`M${cx} ${cy}l${bx} ${-by}v${-up}l${-bx} ${by}Z`, darker(color, 0.3)) +
    path(top, lighter(color, 0.18)) +
    times(Math.floor(w * 1.4 * (h > 1 ? 1 : 0)), (i) =>
      rect(
        [cx - ax + 12 + i * 36, cy - ay + 6 + i * 18 - up * 0.62, 14, up * 0.3],
        darker(color, 0.42),
        `transform="skewY(0)"`,
      ),
    )
  )
}
