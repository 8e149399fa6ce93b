/** Things made by hand and held in the hand, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  darker,
  glow,
  gradient,
  group,
  lighter,
  line,
  mix,
  path,
  rect,
  softEllipse,
  softRect,
  times,
} from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { randomFrom } from '../random.ts'
import { table, turned, under } from './tabletop.ts'

const vesselShapes = [
  'H26C26-10 30-20 22-40 20-80 74-110 74-170 74-250 30-290 22-330V-360H0',
  'H60C70-40 96-80 96-140 96-190 60-220 56-240H0',
  'H34C40-60 60-120 58-200 56-260 26-280 26-320L40-350H0',
  'H44C48-20 84-40 100-100L110-160H0',
  'H50C54-70 54-150 50-220L56-240H0',
  'H40C44-30 90-50 92-120 92-170 40-180 28-210V-240L36-250H0',
]

export const craft = {
  vessels: (p: Palette) => {
    const glazes = [p.paper, p.deep, p.accent, p.second, '#3a3833', mix(p.mid, p.paper, 0.3)]
    return (
      table([mix(p.soft, p.paper, 0.5), mix(p.mid, p.soft, 0.3)], ['#a77b52', '#74512f'], 560) +
      path('M0 0h520L180 560H0Z', '#fffbe8', 'opacity=".35"') +
      times(7, (i) => {
        const x = 110 + i * 165
        return (
          under(x, 566, 130) +
          turned(x, 560, vesselShapes[(i * 5) % 6] ?? '', glazes[(i * 4) % 6] ?? p.paper) +
          (i % 3 === 0
            ? group(
                `transform="translate(${x} 560)"`,
                line('M-44-120c30 14 60 14 88 0', '#000000', 4, 'opacity=".18"'),
              )
            : '')
        )
      }) +
      line('M110 200C100 130 140 90 130 40M110 190c20-60 50-70 70-110', '#6b5a3e', 4) +
      times(8, (i) => circle([118 + (i % 4) * 20, 56 + i * 15, 8], i % 2 ? '#f3e9dc' : p.accent)) +
      rect([0, 560, 1200, 16], '#c39467')
    )
  },

  teabowl: (p: Palette) =>
    `<defs>${gradient('mat', [mix(p.soft, '#d9cf9f', 0.5), mix(p.mid, '#b5a86c', 0.5)], 20)}${blur('soft', 22)}${glow('bowl', [mix(p.deep, p.second, 0.3), mix(p.deep, p.ink, 0.2), p.ink], [0.42, 0.4])}${glow('tea', ['#b9c765', '#8fa13c', '#6d7f2c'], [0.4, 0.36])}</defs>` +
    rect([0, 0, 1200, 800], 'url(#mat)') +
    times(54, (i) => rect([0, i * 15, 1200, 1.6], p.ink, 'opacity=".13"')) +
    rect([0, 0, 84, 800], p.deep) +
    rect([84, 0, 8, 800], p.ink, 'opacity=".5"') +
    softEllipse([650, 460, 300, 280], 0.4) +
    circle([620, 410, 290], mix(p.ink, p.deep, 0.35)) +
    circle([620, 410, 270], 'url(#bowl)') +
    path('M380 300C420 200 540 140 640 150 560 170 440 230 400 340Z', p.accent, 'opacity=".85"') +
    path('M820 600c60-60 80-140 66-210 30 90 0 180-66 210Z', p.accent, 'opacity=".6"') +
    circle([620, 418, 196], '#56651f') +
    circle([620, 414, 190], 'url(#tea)') +
    times(48, (i) =>
      circle(
        [
          620 + Math.cos(i * 2.4) * (i * 3.6),
          414 + Math.sin(i * 2.4) * (i * 3.6),
          3 + ((i * 7) % 7),
        ],
        '#dbe6a0',
        'opacity=".5"',
      ),
    ) +
    group(
      'transform="rotate(28 1010 560)"',
      softRect([976, 440, 70, 250], 0.3) +
        rect([980, 420, 56, 130], '#d9bd84', 'rx="10"') +
        rect([980, 520, 56, 10], p.ink) +
        times(11, (i) =>
          line(
            `M${985 + i * 4.6} 550C${968 + i * 8} 600 ${970 + i * 7.6} 640 ${984 + i * 4.8} 670`,
            '#d9bd84',
            3,
          ),
        ),
    ),

  tiles: (p: Palette) => {
    const random = randomFrom('glazes')
    const base = [
      p.paper,
      p.soft,
      p.mid,
      p.deep,
      p.accent,
      p.second,
      '#3a3833',
      '#d8b07c',
      '#7f8f5a',
    ]
    return (
      rect([0, 0, 1200, 800], mix(p.soft, '#b79b76', 0.35)) +
      times(24, (i) =>
        softRect([60 + (i % 6) * 188, 52 + Math.floor(i / 6) * 188, 154, 154], 0.3),
      ) +
      times(24, (i) => {
        const [x, y] = [52 + (i % 6) * 188, 42 + Math.floor(i / 6) * 188]
        const color = mix(
          base[(i * 7) % 9] ?? p.mid,
          base[(i * 4 + 2) % 9] ?? p.soft,
          random() * 0.35,
        )
        return (
          rect([x, y, 160, 160], '#c9a984', 'rx="10"') +
          path(
            `M${x} ${y + 10}q0-10 10-10h140q10 0 10 10v${104 + random() * 26}q-20 ${random() * 26 - 6}-40 0t-40 ${random() * 10} -40 ${random() * 8 - 4} -40-2Z`,
            color,
          ) +
          path(`M${x + 12} ${y + 14}h70l-50 60h-20Z`, '#ffffff', 'opacity=".2"') +
          times(9, () =>
            circle(
              [x + 12 + random() * 136, y + 12 + random() * 96, 1.5 + random() * 2.4],
              random() < 0.5 ? darker(color, 0.35) : lighter(color, 0.4),
              'opacity=".7"',
            ),
          ) +
          rect([x + 56, y + 146, 48, 5], '#6d5136', 'opacity=".7"')
        )
      })
    )
  },

  swatches: (p: Palette) => {
    const tones = [
      p.deep,
      p.second,
      p.mid,
      p.soft,
      p.accent,
      '#8a3f2b',
      '#c46a4a',
      '#e7b49a',
      '#5a1f38',
      '#a9683e',
      '#3b1a29',
      '#f0d6b8',
    ]
    return (
      `<defs>${gradient('marble', ['#ffffff', lighter(p.soft, 0.55)], 30)}</defs>` +
      rect([0, 0, 1200, 800], 'url(#marble)') +
      line(
        'M0 200C300 260 420 120 700 210S1100 130 1200 220M0 610c260-70 500 60 760-30s320 30 440 0',
        mix(p.mid, '#ffffff', 0.6),
        4,
      ) +
      times(12, (i) =>
        group(
          `transform="rotate(${-58 + i * 10.4} 600 1010)"`,
          rect([560, 178, 112, 460], '#000000', 'rx="14" opacity=".06"') +
            rect([554, 173, 112, 462], '#000000', 'rx="12" opacity=".09"') +
            rect([548, 168, 112, 460], '#fffdfa', 'rx="10"') +
            rect([560, 180, 88, 300], tones[i] ?? p.mid, 'rx="6"') +
            path('M560 186q0-6 6-6h40L560 300Z', '#ffffff', 'opacity=".14"') +
            rect([566, 500, 60, 9], p.ink, 'opacity=".6"') +
            rect([566, 522, 40, 7], p.ink, 'opacity=".35"'),
        ),
      ) +
      circle([600, 770, 44], p.accent) +
      circle([600, 770, 20], lighter(p.accent, 0.5))
    )
  },

  silk: (p: Palette) =>
    `<defs>${gradient('cloth', [p.soft, p.mid, p.deep], 30)}${times(9, (i) => gradient(`fold${i}`, [mix(p.soft, p.deep, i / 9), mix('#ffffff', p.mid, 0.25 + i / 14), mix(p.mid, p.deep, 0.15 + i / 12), mix(p.deep, p.ink, i / 20)], 24 + i * 4))}</defs>` +
    rect([0, 0, 1200, 800], 'url(#cloth)') +
    times(9, (i) => {
      const d = `M-40 ${-40 + i * 96}C${200 + i * 16} ${150 + i * 60} ${380 - i * 14} ${-140 + i * 118} ${640 + i * 10} ${60 + i * 90}S${1000 - i * 20} ${200 + i * 58} 1260 ${-80 + i * 104}V860H-40Z`
      return (
        times(6, (n) => line(d, '#000000', 3 + n * 7, 'opacity=".045"')) + path(d, `url(#fold${i})`)
      )
    }),
}
