/** Things on desks and walls of offices, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  darker,
  ellipse,
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
import { lines, sheet } from './paper.ts'

const wood = (light: string, dark: string) =>
  `<defs>${gradient('wood', [light, dark], 20)}${blur('soft', 14)}</defs>${rect([0, 0, 1200, 800], 'url(#wood)')}${times(9, (i) => line(`M0 ${60 + i * 92}C300 ${40 + i * 92} 700 ${90 + i * 92} 1200 ${56 + i * 92}`, darker(dark, 0.2), 2, 'opacity=".22"'))}`

export const desk = {
  coffee: (p: Palette) =>
    wood(mix('#c58b57', p.soft, 0.15), mix('#8a5730', p.deep, 0.1)) +
    sheet(
      [150, 120, 470, 600],
      -7,
      path('M384 120h2v600h-2Z', '#d8d0c0') +
        lines(190, 190, [150, 120, 160, 90, 140, 150, 60], p.ink) +
        lines(420, 190, [160, 150, 100], p.ink) +
        line('M430 420c40-60 70 40 110-30s40 20 50-20', p.accent, 6) +
        circle([500, 560, 50], 'none', `stroke="${p.second}" stroke-width="6"`) +
        times(14, (i) => circle([385, 150 + i * 41, 5], p.deep)),
    ) +
    softEllipse([880, 330, 190, 190], 0.28) +
    circle([868, 312, 182], lighter(p.paper, 0.4)) +
    circle([868, 312, 168], p.paper) +
    line('M968 250c60-44 110 6 84 50-12 20-40 30-66 34', '#ffffff', 20) +
    circle([868, 312, 122], '#ffffff') +
    circle([868, 312, 106], '#4a2a16') +
    circle([868, 312, 100], '#6b4022') +
    path(
      'M868 368c-50-38-62-62-46-84 14-18 38-12 46 8 8-20 32-26 46-8 16 22 4 46-46 84Z',
      '#e8cfa8',
    ) +
    path(
      'M868 344c-28-22-34-36-24-48 8-10 20-6 24 6 4-12 16-16 24-6 10 12 4 26-24 48Z',
      '#6b4022',
      'opacity=".45"',
    ) +
    group(
      'transform="rotate(32 760 620)"',
      softRect([604, 616, 300, 22], 0.3) +
        rect([600, 604, 240, 22], p.accent, 'rx="6"') +
        rect([600, 604, 70, 22], p.ink, 'rx="6"') +
        path('M840 604l46 11-46 11Z', '#e7c79a') +
        path('M872 611l14 4-14 4Z', p.ink),
    ) +
    sheet([980, 560, 170, 170], 8, lines(1004, 600, [110, 90, 120], p.ink), lighter(p.mid, 0.35)),

  report: (p: Palette) =>
    wood(mix(p.soft, p.paper, 0.2), mix(p.mid, p.soft, 0.45)) +
    sheet(
      [120, 70, 500, 680],
      -3,
      rect([170, 130, 210, 20], p.deep) +
        rect([170, 166, 300, 8], p.mid) +
        times(7, (i) =>
          rect(
            [176 + i * 58, 420 - (60 + ((i * 47) % 150)), 36, 60 + ((i * 47) % 150)],
            i === 5 ? p.accent : p.deep,
          ),
        ) +
        line('M166 420h410', p.ink, 3) +
        lines(170, 470, [400, 380, 400, 240], p.ink) +
        circle([270, 660, 52], p.mid) +
        path('M270 660V608a52 52 0 0 1 45 78Z', p.accent) +
        lines(360, 622, [200, 170, 190, 120], p.ink, 24),
    ) +
    sheet(
      [600, 110, 500, 640],
      4,
      rect([650, 170, 170, 20], p.deep) +
        path(
          'M650 440C720 400 740 420 800 360S900 340 940 270 1010 260 1050 220V480H650Z',
          p.soft,
        ) +
        line('M650 440C720 400 740 420 800 360S900 340 940 270 1010 260 1050 220', p.deep, 7) +
        line('M650 460C740 440 800 450 860 410S980 380 1050 360', p.accent, 6) +
        times(
          5,
          (i) =>
            rect([650, 530 + i * 38, 400, 2], p.mid) +
            rect([650, 542 + i * 38, 120, 9], p.ink, 'opacity=".6"') +
            rect([950 - (i % 3) * 20, 542 + i * 38, 100, 9], p.deep),
        ),
    ) +
    group(
      'transform="rotate(-38 960 640)"',
      rect([760, 634, 400, 24], p.ink, 'rx="12"') + rect([920, 634, 20, 24], p.accent),
    ),

  contract: (p: Palette) =>
    wood(mix('#6a4028', p.deep, 0.2), mix('#3c2214', p.ink, 0.3)) +
    rect([100, 60, 900, 700], p.deep, 'rx="14"') +
    rect([112, 72, 876, 676], lighter(p.deep, 0.06), 'rx="10"') +
    sheet(
      [210, 40, 620, 730],
      2,
      rect([270, 110, 320, 22], p.ink) +
        rect([270, 150, 180, 9], p.accent) +
        lines(270, 210, [500, 480, 500, 460, 500, 210], p.ink, 32) +
        lines(270, 430, [500, 490, 380], p.ink, 32) +
        line('M270 640h200M570 640h200', p.ink, 3) +
        line('M280 626c30-60 40 20 60-20s20-40 40-4 30-20 60-10', p.deep, 6) +
        circle([690, 600, 44], p.second, 'opacity=".9"') +
        line('M670 600l14 14 28-30', '#ffffff', 7),
    ) +
    group(
      'transform="rotate(-52 860 420)"',
      softRect([640, 428, 470, 34], 0.4) +
        rect([680, 404, 420, 34], p.ink, 'rx="16"') +
        rect([860, 402, 14, 38], p.accent) +
        rect([1030, 396, 60, 8], p.accent, 'rx="4"') +
        path('M680 408l-70 13 70 13Z', p.accent) +
        line('M624 421h44', p.ink, 3),
    ),

  keyboard: (p: Palette) =>
    `<defs>${gradient('mat', [p.mid, p.deep], 30)}${blur('soft', 16)}</defs>` +
    rect([0, 0, 1200, 800], p.ink) +
    rect([30, 60, 1140, 690], 'url(#mat)', 'rx="30"') +
    half(90, 8, p) +
    group('transform="translate(1200 0) scale(-1 1)"', half(90, 8, p)) +
    line('M500 300C560 210 640 210 700 300', p.accent, 6) +
    softEllipse([600, 620, 74, 74], 0.35) +
    circle([600, 608, 70], p.ink) +
    circle([600, 608, 52], p.second) +
    ellipse([584, 590, 18, 12], '#ffffff', 'opacity=".5"'),
}

function half(x: number, turn: number, p: Palette): string {
  return group(
    `transform="rotate(${turn} ${x + 210} 360)"`,
    softRect([x + 6, 190, 440, 360], 0.45) +
      rect([x, 170, 440, 360], mix(p.ink, p.mid, 0.3), 'rx="26"') +
      times(4, (row) =>
        times(6, (col) => {
          const [kx, ky] = [x + 26 + col * 66, 196 + row * 70 + Math.abs(col - 3) * 5]
          const color =
            row === 3 && col > 3
              ? p.accent
              : row === 0 && col === 0
                ? p.second
                : mix(p.soft, p.paper, 0.72)
          return (
            rect([kx, ky, 58, 60], darker(color, 0.3), 'rx="10"') +
            rect([kx + 4, ky + 2, 50, 48], color, 'rx="9"')
          )
        }),
      ),
  )
}
