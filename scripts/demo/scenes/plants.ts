/** Plants, on a 1200 by 800 ground. */
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
  times,
} from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { leaf, placed } from './leaf.ts'

export const plants = {
  seedling: (p: Palette) =>
    `<defs>${glow('air', [lighter(p.accent, 0.6), p.soft, mix(p.mid, p.deep, 0.25)], [0.6, 0.3])}${gradient('soil', ['#6b4a33', '#35231a'])}${blur('soft', 20)}</defs>` +
    rect([0, 0, 1200, 800], 'url(#air)') +
    [
      [200, 180, 70],
      [980, 140, 90],
      [1060, 430, 50],
      [320, 420, 40],
      [820, 300, 60],
    ]
      .map(([x = 0, y = 0, r = 0]) =>
        circle([x, y, r], '#ffffff', 'opacity=".3" filter="url(#soft)"'),
      )
      .join('') +
    line('M600 640C604 560 590 500 600 420', mix(p.mid, p.deep, 0.2), 20) +
    line('M594 640C598 560 584 500 594 430', lighter(p.mid, 0.3), 6) +
    placed(598, 440, -62, 1.35, leaf(p.mid, lighter(p.mid, 0.5))) +
    placed(602, 440, 58, 1.45, leaf(mix(p.mid, p.deep, 0.22), lighter(p.mid, 0.4))) +
    placed(600, 430, -14, 0.86, leaf(lighter(p.mid, 0.22), p.paper)) +
    placed(600, 430, 18, 0.72, leaf(lighter(p.mid, 0.1), p.paper)) +
    circle([470, 360, 11], '#ffffff', 'opacity=".8"') +
    circle([742, 330, 9], '#ffffff', 'opacity=".8"') +
    circle([700, 372, 6], '#ffffff', 'opacity=".7"') +
    path(
      'M0 660C160 630 330 650 470 640 540 610 660 610 730 640 880 650 1040 630 1200 656V800H0Z',
      'url(#soil)',
    ) +
    times(70, (i) =>
      ellipse(
        [(i * 173) % 1200, 672 + ((i * 61) % 120), 7 + (i % 4) * 3, 5],
        i % 3 ? '#8a6347' : '#2b1c14',
        'opacity=".7"',
      ),
    ),

  leaves: (p: Palette) => {
    const colors = [
      p.deep,
      p.mid,
      p.accent,
      p.second,
      mix(p.mid, p.accent, 0.5),
      mix(p.deep, p.mid, 0.5),
    ]
    return (
      `<defs>${blur('soft', 6)}</defs>` +
      rect([0, 0, 1200, 800], mix(p.paper, '#e9dfc3', 0.4)) +
      line('M50 50h1100v700H50Z', mix(p.second, p.paper, 0.6), 3) +
      times(8, (i) => {
        const [x, y] = [200 + (i % 4) * 265, 322 + Math.floor(i / 4) * 326]
        const color = colors[i % 6] ?? p.mid
        const shape =
          i % 3 === 0 ? leaf(color, p.paper) : i % 3 === 1 ? fern(color) : maple(color, p.paper)
        return (
          group(
            'opacity=".25" filter="url(#soft)"',
            placed(
              x + 8,
              y + 10,
              ((i * 17) % 30) - 14,
              1.2,
              i % 3 === 1 ? '' : path('M0 0C-46-50-52-130 0-200 52-130 46-50 0 0Z', '#000000'),
            ),
          ) +
          placed(x, y, ((i * 17) % 30) - 14, 1.2, shape + line('M0-4V40', darker(color, 0.2), 5)) +
          rect([x - 62, y + 62, 124, 26], '#ffffff') +
          rect([x - 46, y + 72, 92 - (i % 3) * 16, 6], p.ink, 'opacity=".55"') +
          rect(
            [x - 24, y - 40, 48, 13],
            '#ffffff',
            `opacity=".75" transform="rotate(${((i * 23) % 40) - 20} ${x} ${y - 34})"`,
          )
        )
      })
    )
  },

  branch: (p: Palette) =>
    `<defs>${gradient('paper', [lighter(p.paper, 0.4), mix(p.soft, p.paper, 0.4)], 40)}</defs>` +
    rect([0, 0, 1200, 800], 'url(#paper)') +
    circle([860, 300, 190], mix(p.accent, p.paper, 0.78)) +
    path(
      'M-20 180C180 200 300 300 460 310 640 322 760 250 960 330L1230 420V436L950 352C760 280 640 350 456 338 290 330 170 220-20 206Z',
      '#4b382b',
    ) +
    path('M440 322C520 420 500 520 590 640L578 646C480 530 500 430 424 330Z', '#4b382b') +
    path('M760 290C820 210 900 200 980 110L990 118C920 210 840 226 784 302Z', '#4b382b') +
    fruit(330, 430, 76, p) +
    fruit(640, 450, 88, p) +
    fruit(870, 470, 70, p) +
    fruit(590, 700, 62, p) +
    fruit(1010, 190, 56, p) +
    placed(250, 240, 210, 0.62, leaf(mix(p.deep, p.accent, 0.3), p.paper)) +
    placed(520, 320, -20, 0.6, leaf(p.deep, p.paper)) +
    placed(730, 290, 160, 0.55, leaf(mix(p.mid, p.accent, 0.5), p.paper)) +
    placed(960, 120, 40, 0.5, leaf(p.deep, p.paper)) +
    placed(1080, 380, 150, 0.62, leaf(mix(p.deep, p.accent, 0.55), p.paper)) +
    rect([96, 560, 54, 130], p.accent, 'rx="4"') +
    line('M112 584h22M123 578v36M110 614h26M114 640h18v26h-18Z', p.paper, 5),
}

function fern(color: string): string {
  return (
    line('M0 0V-200', darker(color, 0.15), 5) +
    times(9, (i) =>
      group(
        `transform="translate(0 ${-16 - i * 20})"`,
        path(
          `M0 0C${20 - i} -30 ${60 - i * 5} -34 ${74 - i * 7} -40 ${60 - i * 6} -8 ${24} 2 0 0Z`,
          color,
        ) +
          path(
            `M0 0C${-20 + i} -30 ${-60 + i * 5} -34 ${-74 + i * 7} -40 ${-60 + i * 6} -8 -24 2 0 0Z`,
            lighter(color, 0.08),
          ),
      ),
    )
  )
}

function maple(color: string, vein: string): string {
  return times(5, (i) =>
    group(
      `transform="translate(0 -70) rotate(${-116 + i * 58})"`,
      path('M0 20C-40-20-30-80 0-126 30-80 40-20 0 20Z', i % 2 ? lighter(color, 0.08) : color) +
        line('M0 10V-100', vein, 3, 'opacity=".6"'),
    ),
  )
}

function fruit(x: number, y: number, r: number, p: Palette): string {
  return (
    circle([x, y, r], p.accent) +
    path(
      `M${x + r * 0.2} ${y - r * 0.98}a${r} ${r} 0 0 1-${r * 0.3} ${r * 1.94}c${r * 0.7}-${r * 0.5} ${r * 0.7}-${r * 1.4} ${r * 0.3}-${r * 1.94}Z`,
      darker(p.accent, 0.22),
      'opacity=".7"',
    ) +
    ellipse(
      [x - r * 0.4, y - r * 0.35, r * 0.22, r * 0.32],
      '#ffffff',
      `opacity=".35" transform="rotate(30 ${x - r * 0.4} ${y - r * 0.35})"`,
    ) +
    times(4, (i) =>
      path(
        `M${x} ${y - r * 0.86}c${r * 0.3}-${r * 0.3} ${r * 0.5}-${r * 0.16} ${r * 0.62} ${r * 0.06}-${r * 0.2} ${r * 0.16}-${r * 0.44} ${r * 0.12}-${r * 0.62}-${r * 0.06}Z`,
        i % 2 ? p.deep : darker(p.deep, 0.2),
        `transform="rotate(${i * 90 + 20} ${x} ${y - r * 0.86})"`,
      ),
    )
  )
}
