/** Plants in vessels, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  darker,
  ellipse,
  gradient,
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
import { leaf, placed } from './leaf.ts'

export const pots = {
  plants: (p: Palette) =>
    `<defs>${gradient('wall', [lighter(p.paper, 0.4), p.soft], 60)}${gradient('view', [mix(p.second, '#ffffff', 0.75), mix(p.mid, '#ffffff', 0.55)])}${blur('soft', 14)}</defs>` +
    rect([0, 0, 1200, 800], 'url(#wall)') +
    rect([130, 40, 940, 500], 'url(#view)') +
    circle([860, 170, 60], '#ffffff', 'opacity=".8"') +
    path('M130 420c160-90 300-30 460-70s330-60 480 0v190H130Z', mix(p.mid, '#ffffff', 0.35)) +
    line('M130 40h940v500H130ZM600 40v500', '#ffffff', 16) +
    rect([70, 560, 1060, 34], '#ffffff') +
    rect([70, 594, 1060, 12], '#000000', 'opacity=".1"') +
    path('M130 606h500l120 194H240Z', '#fff6dd', 'opacity=".35"') +
    jarPlant(250, 560, [p.accent, p.deep], 0) +
    jarPlant(470, 560, [p.second, p.mid], 1) +
    jarPlant(700, 560, [lighter(p.accent, 0.3), mix(p.deep, p.mid, 0.5)], 2) +
    jarPlant(930, 560, [p.deep, p.mid], 0) +
    line('M1010 0C1000 120 1040 200 1016 330M1050 0c20 100-10 180 14 260', p.deep, 4) +
    times(11, (i) =>
      ellipse(
        [1012 + Math.sin(i * 1.7) * 22, 24 + i * 29, 17, 11],
        i % 2 ? p.mid : p.deep,
        `transform="rotate(${i * 40} ${1012 + Math.sin(i * 1.7) * 22} ${24 + i * 29})"`,
      ),
    ),

  bouquet: (p: Palette) => {
    const random = randomFrom('bouquet')
    const colors = [p.mid, p.soft, p.deep, p.second, lighter(p.accent, 0.45), p.paper]
    return (
      `<defs>${gradient('wall', [p.paper, p.soft, mix(p.soft, p.mid, 0.4)], 50)}${blur('soft', 18)}${gradient('vase', ['#ffffff', mix(p.soft, '#ffffff', 0.4), mix(p.mid, p.soft, 0.5)], 0)}</defs>` +
      rect([0, 0, 1200, 800], 'url(#wall)') +
      rect([0, 690, 1200, 110], lighter(p.soft, 0.45)) +
      rect([0, 690, 1200, 6], p.accent, 'opacity=".5"') +
      softEllipse([640, 726, 200, 22], 0.2) +
      times(15, (i) =>
        placed(
          600,
          500,
          -98 + i * 14,
          1.15 + (i % 3) * 0.22,
          leaf(mix('#5d7a55', p.deep, (i % 4) * 0.1), '#dfe8d4'),
        ),
      ) +
      times(17, (i) => {
        const turn = (-168 + (i / 16) * 156) * (Math.PI / 180)
        const far = 150 + (i % 3) * 80
        return ranunculus(
          600 + Math.cos(turn) * far * 1.15,
          470 + Math.sin(turn) * far,
          46 + random() * 26,
          colors[(i * 5) % 6] ?? p.mid,
        )
      }) +
      ranunculus(600, 400, 84, p.second) +
      ranunculus(480, 440, 62, p.soft) +
      ranunculus(720, 440, 66, p.mid) +
      path(
        'M500 500h200c-20 60-16 90 14 130 20 40 0 84-34 90H520c-34-6-54-50-34-90 30-40 34-70 14-130Z',
        'url(#vase)',
      ) +
      line('M500 500h200', p.accent, 9)
    )
  },

  jars: (p: Palette) => {
    const fills = [
      p.accent,
      p.second,
      p.mid,
      '#6b4a33',
      p.soft,
      p.deep,
      '#d9a679',
      mix(p.mid, p.accent, 0.5),
      '#8f3d2e',
      p.paper,
    ]
    return (
      `<defs>${gradient('wall', [mix(p.paper, '#d7c39a', 0.35), mix(p.soft, '#b59a6a', 0.35)])}${blur('soft', 8)}</defs>` +
      rect([0, 0, 1200, 800], 'url(#wall)') +
      times(
        2,
        (row) =>
          rect([40, 390 + row * 360, 1120, 26], '#8b5e3c') +
          rect([40, 416 + row * 360, 1120, 10], '#5a3a24') +
          times(5, (i) => jar(150 + i * 225, 390 + row * 360, fills[row * 5 + i] ?? p.mid, p)),
      )
    )
  },
}

function jarPlant(x: number, y: number, [clay, green]: [string, string], kind: number): string {
  const tops = [
    () =>
      times(7, (i) =>
        placed(
          x,
          y - 96,
          -66 + i * 22,
          0.9 + (i % 2) * 0.2,
          leaf(i % 2 ? green : lighter(green, 0.14), '#ffffff'),
        ),
      ),
    () =>
      times(15, (i) =>
        line(
          `M${x} ${y - 90}q${(i - 7) * 5}-90 ${(i - 7) * 15}-${150 - Math.abs(i - 7) * 9}`,
          i % 2 ? green : darker(green, 0.14),
          7,
        ),
      ),
    () =>
      path(`M${x - 44} ${y - 90}c-24-120-10-200 44-210s68 90 44 210Z`, green) +
      times(5, (i) =>
        line(
          `M${x - 30 + i * 15} ${y - 100}V${y - 270 + Math.abs(i - 2) * 18}`,
          darker(green, 0.2),
          3,
        ),
      ) +
      circle([x + 20, y - 292, 17], '#e98a8f'),
  ]
  return (
    (tops[kind]?.() ?? '') +
    path(`M${x - 62} ${y - 104}h124l-16 104h-92Z`, clay) +
    path(`M${x + 14} ${y - 104}h48l-16 104h-32Z`, '#000000', 'opacity=".12"') +
    rect([x - 68, y - 116, 136, 22], lighter(clay, 0.12), 'rx="4"')
  )
}

function ranunculus(x: number, y: number, r: number, color: string): string {
  return (
    circle([x + 4, y + 8, r], '#000000', 'opacity=".14"') +
    times(5, (ring) =>
      times(9 - ring, (i) => {
        const turn = (i / (9 - ring)) * Math.PI * 2 + ring * 0.5
        const far = r * (0.62 - ring * 0.14)
        return circle(
          [x + Math.cos(turn) * far, y + Math.sin(turn) * far, r * (0.42 - ring * 0.05)],
          mix(color, ring % 2 ? '#ffffff' : '#000000', ring % 2 ? 0.12 : 0.05 + ring * 0.03),
        )
      }),
    ) +
    circle([x, y, r * 0.14], darker(color, 0.3))
  )
}

function jar(x: number, y: number, fill: string, p: Palette): string {
  const random = randomFrom(`jar ${x} ${y}`)
  return (
    ellipse([x + 8, y + 2, 92, 8], '#000000', 'opacity=".3"') +
    rect([x - 82, y - 236, 164, 236], '#ffffff', 'rx="22" opacity=".42"') +
    path(`M${x - 76} ${y - 150}q76-18 152 0v128q0 16-16 16h-120q-16 0-16-16Z`, fill) +
    times(
      60,
      () =>
        ellipse(
          [x - 66 + random() * 132, y - 140 + random() * 126, 7, 5],
          random() < 0.5 ? lighter(fill, 0.22) : darker(fill, 0.2),
          `transform="rotate(${random() * 180} ${x} ${y - 70})" opacity=".0"`,
        ) +
        ellipse(
          [x - 66 + random() * 132, y - 142 + random() * 128, 7, 5],
          random() < 0.5 ? lighter(fill, 0.25) : darker(fill, 0.18),
        ),
    ) +
    rect([x - 70, y - 216, 14, 180], '#ffffff', 'rx="7" opacity=".6"') +
    rect([x - 86, y - 262, 172, 32], '#c9a06a', 'rx="8"') +
    rect([x - 52, y - 104, 104, 66], '#fffdf4', 'rx="4"') +
    rect([x - 38, y - 86, 76, 8], p.ink, 'opacity=".7"') +
    rect([x - 38, y - 66, 48, 7], p.ink, 'opacity=".45"')
  )
}
