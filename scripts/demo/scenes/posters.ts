/** Prints, walls and cut paper, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  darker,
  gradient,
  group,
  lighter,
  line,
  path,
  rect,
  softRect,
  times,
} from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { randomFrom } from '../random.ts'
import { shadow } from './shadow.ts'

export const posters = {
  mural: (p: Palette) =>
    `<defs>${gradient('sky', ['#bfe3ff', '#fff3d6'])}${blur('soft', 10)}</defs>` +
    rect([0, 0, 1200, 800], 'url(#sky)') +
    rect([0, 90, 1200, 590], p.paper) +
    group('clip-path="inset(0)"', muralArt(p)) +
    times(13, (row) => line(`M0 ${136 + row * 44}H1200`, p.ink, 1.2, 'opacity=".09"')) +
    times(90, (i) =>
      line(`M${(i * 97) % 1200} ${92 + ((i * 44) % 572)}v44`, p.ink, 1.2, 'opacity=".08"'),
    ) +
    rect([0, 82, 1200, 16], '#d8d2c4') +
    rect([0, 680, 1200, 120], '#8f8a84') +
    rect([0, 680, 1200, 26], '#c7c1b8') +
    times(7, (i) => rect([40 + i * 190, 748, 90, 9], '#f2efe8')) +
    line('M170 690 230 420M250 690 230 420M186 620h58M200 560h42M212 500h30', '#6b4a2a', 9) +
    group(
      'transform="translate(232 440)"',
      path('M-22 8l4 78h14l4-50 6 50h14l2-78Z', p.ink) +
        path('M-24-70c0-20 48-20 48 0v84h-48Z', p.deep) +
        circle([0, -96, 20], '#6f4129') +
        path('M-22-98c0-34 44-34 44 0-10-8-34-8-44 0Z', p.accent) +
        line('M20-50l64-30', '#6f4129', 12) +
        rect([82, -96, 14, 34], p.mid),
    ),

  posters: (p: Palette) => {
    const designs = [
      rect([0, 0, 230, 330], p.deep) +
        circle([115, 130, 80], p.accent) +
        times(6, (i) => line(`M${30 + i * 34} 240v${34 + (i % 3) * 16}`, p.paper, 13)),
      rect([0, 0, 230, 330], p.accent) +
        path('M20 310V120a95 95 0 0 1 190 0v190Z', p.mid) +
        circle([115, 130, 44], p.ink) +
        rect([40, 220, 150, 12], p.ink) +
        rect([40, 244, 110, 12], p.ink),
      rect([0, 0, 230, 330], p.soft) +
        times(5, (i) => circle([115, 150, 100 - i * 20], i % 2 ? p.soft : p.deep)) +
        rect([24, 274, 182, 30], p.ink),
      rect([0, 0, 230, 330], p.second) +
        path('M0 330 230 60V330Z', p.paper) +
        path('M0 200 120 60l60 70L30 330H0Z', p.ink) +
        circle([176, 70, 36], p.accent),
    ]
    return (
      shadow +
      rect([0, 0, 1200, 800], lighter(p.soft, 0.62)) +
      rect([0, 660, 1200, 140], '#c9946a') +
      rect([0, 652, 1200, 12], '#ffffff') +
      designs
        .map((design, i) =>
          group(
            `transform="translate(${76 + i * 272} ${150 + (i % 2) * 26})"`,
            softRect([8, 16, 230, 330], 0.3) + rect([-12, -12, 254, 354], '#ffffff') + design,
          ),
        )
        .join('') +
      path('M90 760c-8-60 0-90 30-96h220c26 6 30 40 24 96Z', p.deep) +
      rect([80, 620, 300, 60], lighter(p.deep, 0.18), 'rx="26"') +
      rect([900, 600, 90, 160], p.mid, 'rx="10"') +
      times(5, (i) =>
        line(
          `M${918 + i * 14} 600l${(i - 2) * 16}-110`,
          [p.ink, p.accent, p.deep, p.second, p.ink][i] ?? p.ink,
          9,
        ),
      )
    )
  },

  sketchbook: (p: Palette) =>
    shadow +
    rect([0, 0, 1200, 800], p.accent) +
    times(12, (i) =>
      line(`M${i * 120 - 80} 0 ${i * 120 + 120} 800`, darker(p.accent, 0.06), 30, 'opacity=".5"'),
    ) +
    group(
      'transform="rotate(-4 560 400)"',
      softRect([120, 110, 860, 580], 0.3) +
        rect([110, 90, 860, 580], p.paper, 'rx="10"') +
        rect([536, 90, 8, 580], p.ink, 'opacity=".14"') +
        line(
          'M200 520C220 360 260 260 330 250S460 320 450 420 380 560 300 560 200 560 200 520Z',
          p.ink,
          8,
        ) +
        path('M240 340c30-70 120-80 170-20-40-10-120-10-170 20Z', p.mid) +
        circle([290, 400, 14], p.ink) +
        circle([370, 396, 14], p.ink) +
        line('M330 400c14 30 10 50-12 56M280 490c40 24 80 20 110-6', p.ink, 7) +
        circle([250, 450, 24], p.soft) +
        circle([420, 440, 24], p.soft) +
        rect([600, 150, 150, 150], p.deep) +
        circle([850, 226, 76], p.soft) +
        path('M610 560 700 390l90 170Z', p.second) +
        line('M800 420q36-40 72 0t72 0M800 470q36-40 72 0t72 0M800 520q36-40 72 0t72 0', p.mid, 11),
    ) +
    marker(1040, 130, 16, p.deep, p) +
    marker(1110, 260, -8, p.mid, p) +
    marker(1050, 470, 22, p.second, p),

  shapes: (p: Palette) => {
    const random = randomFrom('print')
    return (
      rect([0, 0, 1200, 800], p.paper) +
      rect([70, 60, 520, 330], p.soft) +
      circle([330, 390, 210], p.deep) +
      path('M330 180a210 210 0 0 1 0 420Z', p.mid) +
      rect([640, 60, 490, 210], p.second) +
      times(7, (i) => line(`M${660 + i * 72} 60l-40 210`, p.paper, 13)) +
      path('M640 740 880 300l250 440Z', p.accent) +
      circle([1010, 380, 84], p.ink) +
      times(35, (i) => circle([100 + (i % 7) * 42, 640 + Math.floor(i / 7) * 30, 8], p.ink)) +
      line('M420 690q40-70 80 0t80 0', p.mid, 26) +
      times(120, () => circle([random() * 1200, random() * 800, 1.6], p.ink, 'opacity=".18"'))
    )
  },
}

function muralArt(p: Palette): string {
  return group(
    'transform="translate(0 90)"',
    rect([0, 0, 1200, 590], p.soft) +
      circle([260, 300, 260], p.accent) +
      path('M0 590C120 380 300 420 420 500S640 590 700 590Z', p.second) +
      path('M480 590V200C480 60 700 60 700 200V590Z', p.deep) +
      path('M700 590C660 300 820 90 1200 60V590Z', p.mid) +
      circle([590, 250, 62], p.paper) +
      circle([590, 250, 30], p.ink) +
      times(7, (i) =>
        line(
          `M${760 + i * 62} 590C${740 + i * 60} 440 ${800 + i * 60} 330 ${860 + i * 66} 240`,
          i % 2 ? p.ink : p.accent,
          20,
        ),
      ) +
      times(8, (i) =>
        path(
          'M0 0C-30-60-20-110 0-150 20-110 30-60 0 0Z',
          i % 2 ? p.deep : p.ink,
          `transform="translate(330 470) rotate(${-80 + i * 23})"`,
        ),
      ) +
      circle([1040, 130, 70], p.paper) +
      path('M970 130a70 70 0 0 1 140 0Z', p.deep) +
      line('M20 90q40-60 80 0t80 0 80 0 80 0', p.deep, 20) +
      times(6, (i) => circle([510 + i * 34, 420 + (i % 2) * 40, 12], p.accent)),
  )
}

function marker(x: number, y: number, turn: number, color: string, p: Palette): string {
  return group(
    `transform="translate(${x} ${y}) rotate(${turn})"`,
    softRect([-20, -10, 48, 250], 0.28) +
      rect([-24, -20, 48, 190], color, 'rx="8"') +
      rect([-24, 120, 48, 110], p.ink, 'rx="8"') +
      rect([-16, -10, 9, 120], '#ffffff', 'opacity=".35" rx="4"') +
      rect([-13, -48, 26, 32], p.ink) +
      path('M-9-48h18l-4-24h-8Z', color),
  )
}
